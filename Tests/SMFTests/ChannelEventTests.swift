import MIDI
import SMF
import Testing

@Suite("Channel events")
struct ChannelEventTests {
    private func track(_ content: String) throws -> (track: Track, codes: [Diagnostic.Code]) {
        let file = try MIDIFile(Fixture.file(Fixture.track(content)))
        return (try #require(file.tracks.first), file.codes)
    }

    @Test("The example of the specification is read as it is printed there")
    func specification() throws {
        // SMF 1.0, "Program Fragments and Example MIDI Files", the format 0 example.
        let file = try MIDIFile(
            Fixture.bytes(
                """
                4D546864 00000006 0000 0001 0060
                4D54726B 0000003B
                00 FF580404021808  00 FF510307A120  00 C005  00 C12E  00 C246
                00 923060  00 3C60  60 914340  60 904C20  8140 823040  00 3C40
                00 814340  00 804C40  00 FF2F00
                """
            )
        )
        #expect(file.format == .single)
        #expect(file.division == .ticksPerQuarter(96))
        #expect(file.diagnostics.isEmpty)
        let track = try #require(file.tracks.first)
        #expect(
            track.messages == [
                [0, 0xC0, 5], [0, 0xC1, 46], [0, 0xC2, 70], [0, 0x92, 48, 96], [0, 0x92, 60, 96],
                [96, 0x91, 67, 64], [96, 0x90, 76, 32], [192, 0x82, 48, 64], [0, 0x82, 60, 64],
                [0, 0x81, 67, 64], [0, 0x80, 76, 64],
            ]
        )
        #expect(
            track.values == [
                .timeSignature(TimeSignature(numerator: 4, denominatorPower: 2)),
                .tempo(microsecondsPerQuarter: 500_000),
            ]
        )
        #expect(track.endTick == 384)
    }

    @Test("Every kind of message is read, with and without running status")
    func kinds() throws {
        let (track, codes) = try track(
            """
            00 853C40 01 3D41  00 963C00 01 3C7F  00 A73C01 01 3C02  00 B84000 01 407F
            00 C97F 01 00  00 DA7F 01 00  00 EB0040 01 7F7F  00 FF2F00
            """
        )
        #expect(
            track.messages == [
                [0, 0x85, 60, 64], [1, 0x85, 61, 65], [0, 0x96, 60, 0], [1, 0x96, 60, 127],
                [0, 0xA7, 60, 1], [1, 0xA7, 60, 2], [0, 0xB8, 64, 0], [1, 0xB8, 64, 127],
                [0, 0xC9, 127], [1, 0xC9, 0], [0, 0xDA, 127], [1, 0xDA, 0],
                [0, 0xEB, 0, 64], [1, 0xEB, 127, 127],
            ]
        )
        #expect(codes.isEmpty)
    }

    @Test(
        "Delta times of up to four bytes are read",
        arguments: [
            ("00", 0), ("40", 0x40), ("7F", 0x7F), ("8100", 0x80), ("C000", 0x2000),
            ("FF7F", 0x3FFF), ("818000", 0x4000), ("C08000", 0x10_0000), ("FFFF7F", 0x1F_FFFF),
            ("81808000", 0x20_0000), ("C0808000", 0x800_0000), ("FFFFFF7F", 0xFFF_FFFF),
            ("87FABF6D", 16_687_085), ("8000", 0), ("808000", 0), ("80808000", 0),
            ("80808040", 0x40),
        ]
    )
    func deltas(bytes: String, ticks: Int) throws {
        // Once far from the chunk's end and once at it: these are read by different code.
        let (track, codes) = try track(
            "\(bytes) 903C40 00 803C40 00 903C40 00 803C40 \(bytes) FF2F00"
        )
        #expect(track.messages.map { $0[0] } == [ticks, 0, 0, 0])
        #expect(track.endTick == 2 * Int64(ticks))
        #expect(codes.isEmpty)
    }

    @Test("A padded quantity of more than four bytes is read, with a warning")
    func paddedQuantity() throws {
        let (track, codes) = try track("8080808005 903C40 00 803C40 00 FF2F00")
        #expect(track.messages == [[5, 0x90, 60, 64], [0, 0x80, 60, 64]])
        #expect(codes == [.quantityLong])
    }

    @Test(
        "A delta time above 28 bits is 0; one above 64 bits ends its track",
        arguments: [
            ("FFFFFFFF7F", 2), ("90808080 00", 2), ("81FFFFFFFFFFFFFFFF7F", 2),
            ("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00", 1),
        ]
    )
    func overlongDelta(bytes: String, count: Int) throws {
        let file = try MIDIFile(
            Fixture.file(
                Fixture.track("00 903C40 \(bytes) 803C40 00 FF2F00"),
                Fixture.track(Fixture.note)
            )
        )
        #expect(file.codes == [.deltaRange])
        #expect(file.diagnostics[0].severity == .error)
        #expect(file.diagnostics[0].offset == 26)
        #expect(file.tracks.map(\.messages.count) == [count, 2])
        #expect(file.tracks.map(\.endTick) == [0, 96])
    }

    @Test(
        "Running status after a meta or SysEx event is kept, with one warning",
        arguments: ["FF010141", "F0037E09F7", "F70101"]
    )
    func runningStatusKept(event: String) throws {
        let (track, codes) = try track(
            "00 903C40 00 \(event) 10 3C00 00 \(event) 10 3C01 10 3C00 00 FF2F00"
        )
        #expect(
            track.messages == [
                [0, 0x90, 60, 64], [16, 0x90, 60, 0], [16, 0x90, 60, 1], [16, 0x90, 60, 0],
            ]
        )
        #expect(codes == [.runningStatusKept])
    }

    @Test("A data byte without any status ends its track, and the others are read")
    func noStatus() throws {
        let file = try MIDIFile(
            Fixture.file(
                Fixture.track(Fixture.note),
                Fixture.track("00 FF010141 00 3C40 00 FF2F00"),
                Fixture.track(Fixture.note)
            )
        )
        #expect(file.tracks.map(\.messages.count) == [2, 0, 2])
        #expect(file.codes == [.statusMissing])
        #expect(
            file.diagnostics[0].description
                == "track 2, byte 0x30: data byte 0x3C without a status byte (rest of track skipped)"
        )
        #expect(file.tracks[1].values == [.text(.text, [0x41])])
    }

    @Test("Data bytes above 127 are read as 127")
    func dataRange() throws {
        let (track, codes) = try track("00 B007FF 00 C080 00 903CC8 00 803C40 00 FF2F00")
        #expect(
            track.messages == [
                [0, 0xB0, 7, 127], [0, 0xC0, 127], [0, 0x90, 60, 127], [0, 0x80, 60, 64],
            ]
        )
        #expect(codes == [.dataByteRange, .dataByteRange, .dataByteRange])
    }

    @Test(
        "A status that files cannot have is skipped with its data, and its time is kept",
        arguments: [
            "F101", "F20102", "F301", "F4", "F5", "F6", "F8", "F9", "FA", "FB", "FC", "FD", "FE",
        ]
    )
    func illegalStatus(bytes: String) throws {
        let (track, codes) = try track("00 903C40 10 \(bytes) 20 803C40 00 FF2F00")
        #expect(track.messages == [[0, 0x90, 60, 64], [48, 0x80, 60, 64]])
        #expect(codes == [.statusIllegal])
        #expect(track.endTick == 48)
    }

    @Test("The times of skipped events never overflow")
    func illegalStatusTimes() throws {
        let skipped = String(repeating: "FFFFFF7F FE ", count: 40)
        let (track, codes) = try track("\(skipped) 00 903C40 00 FF2F00")
        #expect(track.messages == [[0xFFF_FFFF, 0x90, 60, 64]])
        #expect(codes.contains(.deltaRange))
    }

    @Test("Note-on of velocity 0 and release velocities stay as they are")
    func velocities() throws {
        let (track, _) = try track("00 903C40 00 903C00 00 903C40 00 803C7F 00 FF2F00")
        #expect(track.messages.map { $0[3] } == [64, 0, 64, 127])
    }

    @Test("Stuck, overlapping and unmatched notes are not the reader's business")
    func oddNotes() throws {
        let (track, codes) = try track("00 803C40 00 903C40 00 903C40 00 803C40 00 FF2F00")
        #expect(track.messages.count == 4)
        #expect(codes.isEmpty)
    }

    @Test("Tracks longer than the reader's batches come out whole and in order")
    func longTrack() throws {
        let count = 10_000
        var content: [UInt8] = []
        for index in 0..<count {
            content += [UInt8(index % 128), 0x90 | UInt8(index % 16), UInt8(index / 128), 1]
            if index % 1500 == 0 { content += [0, 0xFF, 0x06, 1, UInt8(index / 1500)] }
        }
        content += [0, 0xFF, 0x2F, 0]
        let file = try MIDIFile(Fixture.file(Fixture.chunk("MTrk", content)))
        let track = try #require(file.tracks.first)
        #expect(file.diagnostics.isEmpty)
        let messages = track.messages
        #expect(messages.count == count)
        for (index, message) in messages.enumerated() {
            guard message == [index % 128, 0x90 | index % 16, index / 128, 1] else {
                Issue.record("message \(index) is \(message)")
                break
            }
        }
        #expect(track.values == (0..<7).map { .text(.marker, [$0]) })
    }
}
