import SMF
import Testing

@Suite("Meta events")
struct MetaEventTests {
    private func read(_ content: String) throws -> (values: [MetaEvent.Value?], file: MIDIFile) {
        let file = try MIDIFile(Fixture.file(Fixture.track("\(content) 00 FF2F00")))
        return (try #require(file.tracks.first).values, file)
    }

    @Test(
        "Each type has its value",
        arguments: [
            ("FF000201F4", MetaEvent.Value.sequenceNumber(500)),
            ("FF0000", .sequenceNumber(nil)),
            ("FF2001 0F", .channelPrefix(15)),
            ("FF2101 00", .port(0)),
            ("FF2101 57", .port(87)),
            ("FF2101 FE", .port(254)),
            ("FF5103 000001", .tempo(microsecondsPerQuarter: 1)),
            ("FF5103 FFFFFF", .tempo(microsecondsPerQuarter: 16_777_215)),
            (
                "FF5405 41 17 3B 18 63",
                .smpteOffset(
                    SMPTEOffset(
                        rate: .fps2997,
                        hours: 1,
                        minutes: 23,
                        seconds: 59,
                        frames: 24,
                        subframes: 99
                    )
                )
            ),
            (
                "FF5804 09 03 00 00",
                .timeSignature(
                    TimeSignature(
                        numerator: 9,
                        denominatorPower: 3,
                        clocksPerClick: 0,
                        thirtySecondsPerQuarter: 0
                    )
                )
            ),
            (
                "FF5804 FF 07 18 08",
                .timeSignature(TimeSignature(numerator: 255, denominatorPower: 7))
            ),
            ("FF5902 F9 00", .keySignature(KeySignature(sharps: -7, isMinor: false))),
            ("FF5902 07 01", .keySignature(KeySignature(sharps: 7, isMinor: true))),
            ("FF7F03 430102", .sequencerSpecific([0x43, 1, 2])),
            ("FF0100", .text(.text, [])),
        ]
    )
    func values(bytes: String, value: MetaEvent.Value) throws {
        let (values, file) = try read("00 \(bytes)")
        #expect(values == [value])
        #expect(file.diagnostics.isEmpty)
    }

    @Test("The fifteen types of text are told apart")
    func texts() throws {
        let kinds: [TextKind] =
            [
                .text, .copyright, .trackName, .instrumentName, .lyric, .marker, .cuePoint,
                .programName, .deviceName,
            ] + (0x0A...0x0F).map { .other($0) }
        for (index, kind) in kinds.enumerated() {
            let type = UInt8(index + 1)
            let file = try MIDIFile(
                Fixture.file(
                    Fixture.chunk("MTrk", [0, 0xFF, type, 2, 0x48, 0xE9, 0, 0xFF, 0x2F, 0])
                )
            )
            #expect(file.tracks[0].values == [.text(kind, [0x48, 0xE9])])
            #expect(file.diagnostics.isEmpty)
            #expect(kind.type == type)
        }
        #expect(TextKind(type: 0x00) == nil)
        #expect(TextKind(type: 0x10) == nil)
    }

    @Test(
        "A wrong length costs the value, not the event or what follows",
        arguments: [
            "FF0001 05", "FF2000", "FF2102 0001", "FF5102 07A1", "FF5104 0007A120",
            "FF5404 00000000", "FF5802 0402", "FF5805 0402180800", "FF5901 00", "FF5903 000000",
        ]
    )
    func wrongLength(bytes: String) throws {
        let (values, file) = try read("00 \(bytes) 00 903C40 00 803C40")
        #expect(values == [nil])
        #expect(file.codes == [.metaLength])
        #expect(file.diagnostics[0].severity == .warning)
        #expect(file.tracks[0].messages.count == 2)
    }

    @Test(
        "Content out of range costs the value, not the event or what follows",
        arguments: [
            "FF2001 10", "FF5103 000000", "FF5405 18 00 00 00 00", "FF5405 00 3C 00 00 00",
            "FF5405 00 00 3C 00 00", "FF5405 00 00 00 18 00", "FF5405 00 00 00 00 64",
            "FF5405 80 00 00 00 00", "FF5804 00 02 18 08", "FF5804 04 09 18 08",
            "FF5804 04 FF 18 08", "FF5902 08 00", "FF5902 F8 00", "FF5902 00 02", "FF5902 80 FF",
        ]
    )
    func outOfRange(bytes: String) throws {
        let (values, file) = try read("00 \(bytes) 00 903C40 00 803C40")
        #expect(values == [nil])
        #expect(file.codes == [.metaRange])
        #expect(file.diagnostics[0].severity == .warning)
        #expect(file.tracks[0].messages.count == 2)
    }

    @Test("Unknown types are kept, and noted once for a track")
    func unknown() throws {
        let (values, file) = try read("00 FF600201 02 00 FF1000 00 903C40 00 803C40")
        #expect(values == [.unknown(type: 0x60, bytes: [1, 2]), .unknown(type: 0x10, bytes: [])])
        #expect(file.codes == [.metaUnknown])
        #expect(file.diagnostics[0].severity == .note)
        #expect(file.tracks[0].messages.count == 2)
    }

    @Test("Types above 0x7F are kept, with a warning")
    func highType() throws {
        let (values, file) = try read("00 FF80020102")
        #expect(values == [.unknown(type: 0x80, bytes: [1, 2])])
        #expect(file.codes == [.metaTypeRange])
        #expect(file.diagnostics[0].severity == .warning)
    }

    @Test("An event longer than its track is an error in that track only")
    func tooLong() throws {
        let file = try MIDIFile(
            Fixture.file(
                Fixture.track("00 903C40 10 FF0120 4142 00 FF2F00"),
                Fixture.track("00 903C40 10 FF01 FFFFFFFFFFFFFFFFFFFF7F 00 FF2F00"),
                Fixture.track(Fixture.note)
            )
        )
        #expect(file.codes == [.payloadTruncated, .payloadTruncated])
        #expect(file.diagnostics.map(\.track) == [0, 1])
        #expect(file.diagnostics.map(\.severity) == [.error, .error])
        #expect(file.tracks.map(\.messages.count) == [1, 1, 2])
    }

    @Test(
        "Keys have their musical names",
        arguments: [
            (0, false, "C major"), (0, true, "A minor"), (2, false, "D major"),
            (3, true, "F# minor"), (7, false, "C# major"), (7, true, "A# minor"),
            (-7, false, "Cb major"), (-7, true, "Ab minor"), (-3, false, "Eb major"),
            (-1, true, "D minor"), (5, true, "G# minor"),
        ]
    )
    func keyNames(sharps: Int8, isMinor: Bool, name: String) {
        #expect(KeySignature(sharps: sharps, isMinor: isMinor).description == name)
    }

    @Test("A key and a meter made by hand never trap")
    func extremeValues() {
        for sharps in [Int8.min, -8, 8, .max] {
            #expect(!KeySignature(sharps: sharps, isMinor: true).description.isEmpty)
        }
        #expect(TimeSignature(numerator: 4, denominatorPower: 255).denominator == 0)
        #expect(TimeSignature(numerator: 6, denominatorPower: 3).description == "6/8")
    }
}
