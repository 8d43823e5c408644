import GameMusic
import MIDI
import SMF
import Testing

@Suite("MUS")
struct MUSTests {
    private func file(_ score: String, length: Int? = nil) throws -> MIDIFile {
        try GameMusic(GameFixture.mus(score, length: length)).file
    }

    @Test("Ticks are 1/140 s, and a delay follows the last event of a group")
    func time() throws {
        let file = try file("10BC40 903E 8100 003C 803E 05 60")
        #expect(file.diagnostics.isEmpty)
        #expect(file.format == .single)
        // At 120 beats per minute.
        #expect(file.division == .ticksPerQuarter(70))
        #expect(
            file.tracks[0].messages == [
                "0: 90 3C 40", "0: 90 3E 40", "128: 80 3C 40", "128: 80 3E 40",
            ]
        )
        #expect(file.tracks[0].endTick == 133)
    }

    @Test("A note without a velocity has that of the last of its channel")
    func velocities() throws {
        let file = try file("1030 11B120 10B210 1133 1034 60")
        #expect(
            file.tracks[0].messages == [
                "0: 90 30 7F", "0: 91 31 20", "0: 90 32 10", "0: 91 33 20", "0: 90 34 10",
            ]
        )
    }

    @Test("Channel 15 is percussion; the others get channels in the order of their first use")
    func channels() throws {
        let order = [15, 3, 0, 14, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
        let score = order.map { "1\(String($0, radix: 16))3C" }.joined(separator: " ") + " 60"
        let file = try file(score)
        let channels = file.tracks[0].compactMap { event -> Int? in
            guard case .channel(let message) = event.event else { return nil }
            return Int(message.channel)
        }
        #expect(channels == [9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15])
    }

    @Test(
        "Controllers",
        arguments: [
            ("40 00 23", "C0 23"), ("40 01 02", "B0 00 02"), ("40 02 03", "B0 01 03"),
            ("40 03 04", "B0 07 04"), ("40 04 05", "B0 0A 05"), ("40 05 06", "B0 0B 06"),
            ("40 06 07", "B0 5B 07"), ("40 07 08", "B0 5D 08"), ("40 08 7F", "B0 40 7F"),
            ("40 09 7F", "B0 43 7F"), ("40 0E 55", "B0 79 00"), ("30 0A", "B0 78 00"),
            ("30 0B", "B0 7B 00"), ("30 0C", "B0 7E 01"), ("30 0D", "B0 7F 00"),
            ("30 0E", "B0 79 00"), ("20 00", "E0 00 00"), ("20 80", "E0 00 40"),
            ("20 81", "E0 40 40"), ("20 FF", "E0 40 7F"),
        ]
    )
    func controllers(_ event: String, _ message: String) throws {
        let file = try file("\(event) 60")
        #expect(file.diagnostics.isEmpty)
        #expect(file.tracks[0].messages == ["0: \(message)"])
    }

    @Test("The end of a measure is nothing")
    func measures() throws {
        let file = try file("D0 10 10BC40 60")
        #expect(file.diagnostics.isEmpty)
        #expect(file.tracks[0].messages == ["16: 90 3C 40"])
    }

    @Test("Values above 127 are lowered, as the games do")
    func largeValues() throws {
        let file = try file("40 03 FF 10BCFF 60")
        #expect(file.codes == [.dataByteRange, .dataByteRange])
        #expect(file.diagnostics.allSatisfy { $0.severity == .warning })
        #expect(file.tracks[0].messages == ["0: B0 07 7F", "0: 90 3C 7F"])
    }

    @Test("A wrong length is of no importance: the score has its own end")
    func length() throws {
        for length in [0, 3, 500] {
            let file = try file("90BC40 10 003C 60", length: length)
            #expect(file.codes == [.chunkLengthWrong])
            #expect(file.tracks[0].messages.count == 2)
        }
    }

    @Test("Damage is reported as in MIDI files")
    func damage() throws {
        #expect(try file("10BC40").codes == [.endOfTrackMissing])
        #expect(try file("10BC").codes == [.trackTruncated])
        #expect(try file("90BC4081").codes == [.trackTruncated])
        #expect(try file("10BC40 70").codes == [.statusIllegal])
        #expect(try file("40 0F 01 60").codes == [.dataByteRange])
        #expect(try file("90BC40 9180808000 60").codes == [.deltaRange])
        let error = #expect(throws: SMFError.self) {
            try GameMusic(GameFixture.bytes("'MUS' 1A 0000 FFFF 0000 0000 0000 0000 60"))
        }
        #expect(
            error?.description
                == "byte 0x6: MUS score at byte 0xFFFF, but the file has only 17 bytes"
        )
    }
}
