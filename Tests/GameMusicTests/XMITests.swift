import GameMusic
import MIDI
import SMF
import Sequencer
import Testing

@Suite("XMI")
struct XMITests {
    private func file(_ events: String, before: [UInt8] = []) throws -> MIDIFile {
        try GameMusic(GameFixture.xmi(events, before: before)).file
    }

    @Test("Bytes of a delay add up, and notes end after their duration")
    func delaysAndDurations() throws {
        let file = try file("903C40 10 7F 05 903E41 8100 7F 7F FF2F00")
        #expect(file.diagnostics.isEmpty)
        #expect(file.format == .single)
        #expect(file.division == .ticksPerQuarter(60))
        // The duration of the second note is 128 ticks.
        #expect(
            file.tracks[0].messages == [
                "0: 90 3C 40", "16: 80 3C 40", "132: 90 3E 41", "260: 80 3E 40",
            ]
        )
        #expect(file.tracks[0].endTick == 386)
    }

    @Test("A note-off comes before the note-on of its tick, unless the note has no duration")
    func order() throws {
        let file = try file("903C4010 903E4000 10 903C4010 90404000 FF2F00")
        #expect(
            file.tracks[0].messages == [
                "0: 90 3C 40", "0: 90 3E 40", "0: 80 3E 40", "16: 80 3C 40", "16: 90 3C 40",
                "16: 90 40 40", "16: 80 40 40", "32: 80 3C 40",
            ]
        )
    }

    @Test("Tempo events do not change the 120 intervals per second")
    func tempo() throws {
        // 100 beats per minute, a beat of 72 intervals; later another tempo, which is left out.
        let file = try file("FF5103 0927C0 48 903C4048 48 FF5103 07A120 48 903C4048 FF2F00")
        #expect(file.codes == [.tempoUnused])
        #expect(file.division == .ticksPerQuarter(72))
        #expect(file.tracks[0].metaEvents == ["0: FF 51 09 27 C0"])
        let sequence = try #require(PreparedSequence.sequences(from: file).first)
        let frames = sequence.schedule.filter { $0.message.isNoteOn }
            .map { sequence.tempoMap.frame(atTick: $0.tick, rate: 48_000) }
        #expect(frames == [72 * 400, 216 * 400])
    }

    @Test(
        "Any tempo keeps the rate exactly, and its beat within a thousandth",
        arguments: [1, 1000, 250_000, 454_545, 545_454, 600_001, 999_999, 1_600_000, 16_777_215]
    )
    func exactRate(tempo: Int) throws {
        let bytes = [16, 8, 0].map { UInt8(truncatingIfNeeded: tempo >> $0) }
        let events = bytes.map { $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16) }
        let file = try file("FF5103 \(events.joined()) 78 903C4078 FF2F00")
        guard case .ticksPerQuarter(let division) = file.division else {
            Issue.record("no ticks per quarter note")
            return
        }
        let note = try #require(
            PreparedSequence.sequences(from: file).first?.schedule.first { $0.message.isNoteOn }
        )
        var found = 500_000
        for event in file.tracks[0] {
            if case .meta(let meta) = event.event,
                case .tempo(let microseconds) = meta.value
            {
                found = Int(microseconds)
            }
        }
        // 120 intervals are a second.
        #expect(Int(note.tick) * found == 1_000_000 * Int(division))
        if tempo >= 250_000 { #expect(abs(found - tempo) * 1000 <= tempo) }
    }

    @Test("Several sequences are patterns of format 2, each with its bars and the same rate")
    func severalSequences() throws {
        let file = try GameMusic(
            GameFixture.xmi(
                GameFixture.sequence("78 903C4001 FF2F00"),
                GameFixture.sequence("FF51030927C0 78 903C4001 FF2F00"),
                GameFixture.sequence("FF5103085309 78 903C4001 FF2F00")
            )
        ).file
        #expect(file.format == .independent)
        #expect(file.diagnostics.isEmpty)
        let sequences = PreparedSequence.sequences(from: file)
        let frames = sequences.compactMap { sequence in
            sequence.schedule.first { $0.message.isNoteOn }
                .map { sequence.tempoMap.frame(atTick: $0.tick, rate: 48_000) }
        }
        #expect(frames.count == 3)
        for frame in frames { #expect(abs(frame - 48_000) <= 1) }
        let tempos = sequences.map { $0.tempoMap.changes.first?.microsecondsPerQuarter ?? 500_000 }
        for (tempo, expected) in zip(tempos, [500_000, 600_000, 545_545]) {
            #expect(abs(Int(tempo) - expected) * 500 <= expected)
        }
    }

    @Test("FOR and NEXT repeat a part, also in each other")
    func countedLoops() throws {
        let file = try file("B07402 903C4001 B17403 04 B1757F 903E4001 B0757F FF2F00")
        #expect(file.diagnostics.isEmpty)
        // Twice: a note, three pauses of 4, a note.
        #expect(
            file.tracks[0].messages.filter { $0.contains(": 90") } == [
                "0: 90 3C 40", "12: 90 3E 40", "12: 90 3C 40", "24: 90 3E 40",
            ]
        )
        #expect(!file.tracks[0].messages.contains { $0.contains("B0") || $0.contains("B1") })
    }

    @Test("BREAK ends a loop; NEXT without FOR is nothing")
    func breaks() throws {
        let file = try file("B0757F B07403 903C4001 10 B0753F 903E4001 B0757F FF2F00")
        #expect(file.diagnostics.isEmpty)
        #expect(
            file.tracks[0].messages.filter { $0.contains(": 90") } == [
                "0: 90 3C 40", "16: 90 3E 40",
            ]
        )
    }

    @Test("An endless loop is the file's loop, and the end", arguments: ["00", "7F"])
    func endlessLoop(count: String) throws {
        let file = try file("903C4001 20 B074\(count) 903E4020 40 B0757F 7F 90404001 FF2F00")
        #expect(file.codes == [.musicUnreachable])
        #expect(
            file.tracks[0].messages == [
                "0: 90 3C 40", "1: 80 3C 40", "32: B0 74 00", "32: 90 3E 40", "64: 80 3E 40",
                "96: B0 75 7F",
            ]
        )
        let sequence = try #require(PreparedSequence.sequences(from: file).first)
        #expect(sequence.fileLoop == 32..<96)
    }

    @Test("What follows an endless loop remains where the game can branch to it")
    func branches() throws {
        let branches = GameFixture.chunk(
            "RBRN",
            GameFixture.bytes("0200 0100 00000000 0200 0B000000")
        )
        let file = try file(
            "B07801 B07400 10 B0757F 10 B07802 903C4001 10 FF2F00",
            before: branches
        )
        #expect(file.diagnostics.isEmpty)
        #expect(file.tracks[0].texts(.marker) == ["0: Branch 1", "32: Branch 2"])
        #expect(file.tracks[0].messages.suffix(2) == ["32: 90 3C 40", "33: 80 3C 40"])
    }

    @Test("Loops that would make too much are not repeated any more, and that is said")
    func loopLimit() throws {
        // 126^4 times one note.
        let open = "B0747E B0747E B0747E B0747E"
        let close = "B0757F B0757F B0757F B0757F"
        let file = try file("\(open) 903C4001 01 \(close) FF2F00")
        #expect(file.codes.contains(.loopLimit))
        #expect(file.tracks[0].count < 30_000)
        let deep = try self.file("\(open) B07402 903C4001 01 B0757F \(close) FF2F00")
        #expect(deep.codes.contains(.loopUnused))
    }

    @Test("Patch bank select is bank select; what is for the driver is left out, and that is said")
    func controllers() throws {
        let file = try file("B07205 C001 B06E7F B0777F B36F00 B0077F FF2F00")
        #expect(file.tracks[0].messages == ["0: B0 00 05", "0: C0 01", "0: B0 07 7F"])
        #expect(file.codes == [.driverControls])
        #expect(
            file.diagnostics[0].detail
                == "CC110, CC111, CC119 for the game's sound driver, 3 times (left out)"
        )
    }

    @Test("The timbres are a text")
    func timbres() throws {
        let timbres = GameFixture.chunk("TIMB", GameFixture.bytes("0200 0500 237F"))
        let file = try file("903C4001 FF2F00", before: timbres)
        #expect(file.tracks[0].texts(.text) == ["0: Timbres (bank:program): 0:5 127:35"])
    }

    @Test("Meta and SysEx events remain")
    func otherEvents() throws {
        let file = try file("FF580404021808 FF0302'ab' F003 7E09F7 F00241F7 FF2F00")
        #expect(file.diagnostics.isEmpty)
        #expect(
            file.tracks[0].metaEvents == [
                "0: FF 51 07 A1 20", "0: FF 58 04 02 18 08", "0: FF 03 61 62",
            ]
        )
        let packets = file.tracks[0].filter {
            if case .systemExclusive = $0.event { true } else { false }
        }
        #expect(packets.count == 2)
    }

    @Test("Chunks are found in every arrangement that is in use")
    func arrangements() throws {
        let sequence = GameFixture.sequence("903C4001 FF2F00")
        let group = GameFixture.chunk("CAT ", Array("XMID".utf8) + sequence)
        let info = GameFixture.chunk("INFO", [1, 0])
        for bytes in [
            sequence, group, GameFixture.chunk("FORM", Array("XDIR".utf8) + info + group),
        ] {
            let file = try GameMusic(bytes).file
            #expect(file.diagnostics.isEmpty)
            #expect(file.tracks[0].messages == ["0: 90 3C 40", "1: 80 3C 40"])
        }
    }

    @Test("An odd chunk may lack its padding")
    func padding() throws {
        let odd = Array("TIMB".utf8) + GameFixture.big32(5) + [1, 0, 5, 0, 9]
        for padding in [[], [0]] as [[UInt8]] {
            let bytes = GameFixture.xmi(
                GameFixture.sequence("903C4001 FF2F00", before: odd + padding)
            )
            #expect(try GameMusic(bytes).file.tracks[0].count == 5)
        }
    }

    @Test("Damage is reported as in MIDI files")
    func damage() throws {
        #expect(try file("903C4001").codes == [.endOfTrackMissing])
        #expect(try file("903C").codes == [.trackTruncated])
        #expect(try file("903C4081").codes == [.trackTruncated])
        #expect(try file("F1 903C4001 FF2F00").codes == [.statusIllegal])
        #expect(try file("903C8001 FF2F00").codes == [.dataByteRange])
        #expect(try file("F07F 00").codes == [.payloadTruncated])
        #expect(try file("F00141 FF2F00").codes == [.sysExUnterminated])
        #expect(try file("FF510100 FF2F00").codes == [.metaRange])
        #expect(try file("903C4081808080 00 FF2F00").codes == [.deltaRange])
        let wrong = GameFixture.xmi(GameFixture.sequence("903C4001 FF2F00"), promised: 3)
        #expect(try GameMusic(wrong).file.codes == [.trackCountWrong])
        let error = #expect(throws: SMFError.self) {
            try GameMusic(GameFixture.chunk("FORM", Array("XMID".utf8)))
        }
        #expect(error?.description.hasSuffix("expected a chunk EVNT") == true)
    }
}
