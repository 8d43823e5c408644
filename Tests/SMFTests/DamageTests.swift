import MIDI
import SMF
import Testing

/// No bytes, however wrong, may trap the reader or make it slow.
@Suite("Damage")
struct DamageTests {
    /// Files that between them have every kind of event and chunk.
    static let fixtures: [[UInt8]] = [
        Fixture.file(Fixture.track(Fixture.note)),
        Fixture.file(
            Fixture.track(
                """
                00 FF0002 0001 00 FF0305 'Piano' 00 FF2001 00 00 FF2101 01 00 FF5103 07A120
                00 FF5405 41 00 00 00 00 00 FF5804 06 03 18 08 00 FF5902 FD 01 00 FF7F02 4301
                00 F0057E7F0901F7 8148 F0024312 64 F70200F7 00 F701FA 8100 FF2F00
                """
            ),
            Fixture.track(
                """
                00 C005 00 903C40 10 3E40 10 3C00 00 3E00 8170 B04000 00 E00040 00 D040 00 A03C01
                00 853C40 81808000 953C40 00 FF0100 00 3C00 00 FF2F00
                """
            ),
            Fixture.chunk("Junk", [1, 2, 3])
        ),
        Fixture.riffChunk(
            "RIFF",
            Array("RMID".utf8)
                + Fixture.riffChunk("data", Fixture.file(Fixture.track(Fixture.note)))
                + Fixture.riffChunk(
                    "LIST",
                    Array("INFO".utf8) + Fixture.riffChunk("DBNK", [1, 0])
                )
                + Fixture.riffChunk("RIFF", Array("sfbk".utf8) + [1, 2])
        ),
        [UInt8](repeating: 0, count: 128) + Fixture.file(Fixture.track(Fixture.note)) + [0x1A],
    ]

    /// Reads, and looks at all that was read: each event by iterating and by index.
    private func survive(_ bytes: [UInt8]) {
        guard let file = try? MIDIFile(bytes) else { return }
        for track in file.tracks {
            var end: Int64 = 0
            for (index, event) in track.enumerated() {
                end += Int64(event.delta)
                if event.delta > 0x0FFF_FFFF || track[index] != event {
                    Issue.record("event \(index) of \(bytes)")
                }
                switch event.event {
                case .channel(let message):
                    if !message.isChannelMessage || message.bits & 0xFF80_8000 != 0 {
                        Issue.record("message \(message.bits) of \(bytes)")
                    }
                case .meta(let meta): _ = meta.value
                case .systemExclusive(let packet): _ = packet.isLast
                }
            }
            if end != track.endTick || track.last?.event != .meta(.endOfTrack) {
                Issue.record("end of track of \(bytes)")
            }
        }
        if file.diagnostics.map(\.offset) != file.diagnostics.map(\.offset).sorted()
            || file.diagnostics.contains(where: { $0.offset > bytes.count })
        {
            Issue.record("order of diagnostics of \(bytes)")
        }
        let isRight = file.diagnostics.allSatisfy { $0.severity == .note }
        if ((try? MIDIFile(bytes, policy: .strict)) != nil) != isRight {
            Issue.record("strict policy on \(bytes)")
        }
    }

    @Test("A file may be cut at every byte", arguments: fixtures)
    func truncations(bytes: [UInt8]) {
        for count in 0...bytes.count { survive(Array(bytes.prefix(count))) }
    }

    @Test("What stands before a cut is kept")
    func truncationsKeepEvents() throws {
        let bytes = Self.fixtures[0]
        let counts = try (14...bytes.count).map { count in
            try MIDIFile(Array(bytes.prefix(count))).tracks.first?.messages.count ?? 0
        }
        #expect(counts == counts.sorted())
        #expect(Set(counts) == [0, 1, 2])
    }

    @Test("Every byte may have any bit flipped, and be an extreme", arguments: fixtures)
    func flips(bytes: [UInt8]) {
        for index in bytes.indices {
            var damaged = bytes
            let flipped = (0..<8).map { bytes[index] ^ (1 << UInt8($0)) }
            for value in flipped + [0x00, 0x2F, 0x7F, 0x80, 0xF0, 0xF7, 0xFF] {
                damaged[index] = value
                survive(damaged)
            }
        }
    }

    @Test("Every byte may be missing or doubled", arguments: fixtures)
    func shifts(bytes: [UInt8]) {
        for index in bytes.indices {
            survive(Array(bytes[..<index] + bytes[(index + 1)...]))
            survive(Array(bytes[...index] + bytes[index...]))
        }
    }

    @Test("Random bytes behind a header are survived")
    func noise() {
        var state: UInt64 = 1
        for _ in 0..<400 {
            var content: [UInt8] = []
            for _ in 0..<200 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let byte = UInt8(truncatingIfNeeded: state >> 33)
                // Small bytes and statuses make for more events than noise alone.
                content.append(byte & 3 == 0 ? byte | 0x80 : byte & 0x3F)
            }
            survive(Fixture.file(Fixture.chunk("MTrk", content), Fixture.track(Fixture.note)))
            survive(Fixture.header(tracks: 1) + content)
        }
    }

    @Test(
        "Files made to be slow are read in linear time",
        arguments: [
            "'MTrk'", "'MTrk' 000000FF", "'Junk' 7FFFFFFF", "'MThd'", "4D", "00FE", "80",
            "00F7", "00F00143", "'MTrk' FFFFFFFF 00", "00FF2F00", "'MTrk' 0000000A 00C0",
        ]
    )
    func hostile(pattern: String) {
        let unit = Fixture.bytes(pattern)
        let repeated = (0..<(400_000 / unit.count)).flatMap { _ in unit }
        for start in [
            [], Fixture.header(tracks: 1),
            Fixture.header(tracks: 1) + Fixture.track("", length: 4_000_000_000),
        ] {
            let duration = ContinuousClock().measure { _ = try? MIDIFile(start + repeated) }
            // A second, even in debug on a busy machine; quadratic time would be many minutes.
            #expect(duration < .seconds(20))
        }
    }
}
