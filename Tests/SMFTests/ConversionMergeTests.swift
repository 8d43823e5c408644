import MIDI
import SMF
import Testing

@Suite("Merging tracks")
struct ConversionMergeTests {
    @Test("Events come by time, at one tick by track, and in their track's order")
    func order() throws {
        let merged = try MIDIFile.fixture(
            "00 FF 03 01 41  00 FF 51 03 07 A1 20  60 FF 06 00  81 00 FF 2F 00",
            "00 90 3C 40  60 80 3C 40  00 90 3E 40  60 80 3E 40  00 FF 2F 00",
            "00 FF 03 01 42  30 91 30 40  30 C1 05  00 FF 2F 00"
        ).merged()
        #expect(merged.format == .single)
        #expect(
            try merged.trackBytes == [
                Fixture.bytes(
                    """
                    00 FF 03 01 41  00 FF 51 03 07 A1 20  00 90 3C 40  00 FF 03 01 42  30 91 30 40
                    30 FF 06 00  00 80 3C 40  00 90 3E 40  00 C1 05  60 80 3E 40  20 FF 2F 00
                    """
                )
            ]
        )
    }

    @Test("In playing order, what prepares a note stays before it, and note-offs go first")
    func asPlayed() throws {
        let file = try MIDIFile.fixture(
            "60 90 3C 40  60 FF 06 00  00 80 3C 40  00 FF 2F 00",
            "60 C0 05  60 90 3E 40  00 FF 2F 00"
        )
        #expect(
            try file.merged(.asPlayed).trackBytes == [
                Fixture.bytes(
                    "60 C0 05  00 90 3C 40  60 FF 06 00  00 80 3C 40  00 90 3E 40  00 FF 2F 00"
                )
            ]
        )
        #expect(
            try file.merged().tracks[0].messages.map { $0[1] } == [0x90, 0xC0, 0x80, 0x90]
        )
    }

    @Test("The longest track ends the file, and no end stays in the middle")
    func ends() throws {
        let merged = try MIDIFile.fixture("00 FF 2F 00", "83 00 FF 2F 00", "10 FF 2F 00").merged()
        #expect(try merged.trackBytes == [Fixture.bytes("83 00 FF 2F 00")])
        let none = MIDIFile(format: .simultaneous, division: .ticksPerQuarter(96), tracks: [])
        #expect(try none.merged().trackBytes == [Fixture.bytes("00 FF 2F 00")])
    }

    @Test("Ports are named where they change")
    func ports() throws {
        let file = try MIDIFile.fixture(
            "00 FF 21 01 00  00 90 3C 40  20 80 3C 40  00 FF 2F 00",
            "00 FF 21 01 01  00 90 3C 40  10 FF 01 00  10 80 3C 40  00 FF 21 01 00 00 C0 01 00 FF 2F 00",
            "10 90 40 40  00 FF 2F 00"
        )
        let merged = try file.merged()
        #expect(
            try merged.trackBytes == [
                Fixture.bytes(
                    """
                    00 FF 21 01 00  00 90 3C 40  00 FF 21 01 01  00 90 3C 40
                    10 FF 01 00  00 FF 21 01 00  00 90 40 40
                    10 80 3C 40  00 FF 21 01 01  00 80 3C 40  00 FF 21 01 00  00 C0 01  00 FF 2F 00
                    """
                )
            ]
        )
        #expect(ConversionMusic(merged) == ConversionMusic(file))
    }

    @Test("Channel prefixes go with the meta events that they are for")
    func prefixes() throws {
        let merged = try MIDIFile.fixture(
            "00 FF 20 01 03  00 FF 04 01 41  00 FF 04 01 42  00 C3 01  00 FF 01 00  00 FF 2F 00",
            "00 FF 20 01 04  10 FF 04 01 43  10 F0 01 F7  00 FF 2F 00",
            "10 FF 20 01 05  00 FF 2F 00"
        ).merged()
        #expect(
            try merged.trackBytes == [
                Fixture.bytes(
                    """
                    00 FF 20 01 03  00 FF 04 01 41  00 FF 04 01 42  00 C3 01  00 FF 01 00
                    10 FF 20 01 04  00 FF 04 01 43  10 F0 01 F7  00 FF 2F 00
                    """
                )
            ]
        )
    }

    @Test("A SysEx message in packets is joined at its last, with no other event inside")
    func packets() throws {
        let file = try MIDIFile.fixture(
            "00 F0 02 43 12  10 FF 06 00  10 F7 02 43 00  20 F7 01 F7  08 F7 01 FA  00 FF 2F 00",
            "00 90 3C 40  18 F0 01 F7  18 80 3C 40  00 FF 2F 00"
        )
        let merged = try file.merged()
        #expect(
            try merged.trackBytes == [
                Fixture.bytes(
                    """
                    00 90 3C 40  10 FF 06 00  08 F0 01 F7  18 80 3C 40  10 F0 05 43 12 43 00 F7
                    08 F7 01 FA  00 FF 2F 00
                    """
                )
            ]
        )
        #expect(ConversionMusic(merged) == ConversionMusic(file))
    }

    @Test("A SysEx message without its end gets it, and swallows no escape")
    func openMessages() throws {
        let file = try MIDIFile.fixture(
            "00 F0 02 43 12  10 90 3C 40  00 FF 2F 00",
            "08 F7 01 FA  00 FF 2F 00"
        )
        let merged = try file.merged()
        #expect(
            try merged.trackBytes == [
                Fixture.bytes(
                    "00 F0 03 43 12 F7  08 F7 01 FA  08 90 3C 40  00 FF 2F 00"
                )
            ]
        )
        #expect(ConversionMusic(merged) == ConversionMusic(file))
    }

    @Test("One track stays as it is")
    func oneTrack() throws {
        let file = try MIDIFile.fixture("00 FF 21 01 03  00 FF 20 01 02  05 FF 2F 00")
        let merged = try file.merged()
        #expect(merged.format == .single)
        #expect(merged.tracks == file.tracks)
    }

    @Test("Independent patterns are not merged, and the error says why")
    func independent() throws {
        let file = try MIDIFile.fixture(format: 2, "00 FF 2F 00", "00 FF 2F 00")
        let error = #expect(throws: SMFWriteError.self) { try file.merged() }
        #expect(error?.code == .formatIndependent)
        #expect(error?.description.contains("pattern with its own time") == true)
        let channels = #expect(throws: SMFWriteError.self) { try file.splitByChannel() }
        #expect(channels?.code == .formatIndependent)
        let ports = #expect(throws: SMFWriteError.self) { try file.splitByPort() }
        #expect(ports?.code == .formatIndependent)
    }

    @Test("A gap that no delta time holds is an error, not a trap")
    func gap() throws {
        let file = try MIDIFile.fixture(
            "FF FF FF 7F FF 21 01 00  FF FF FF 7F FF 01 00  00 FF 2F 00",
            "00 FF 2F 00"
        )
        let error = #expect(throws: SMFWriteError.self) { try file.merged() }
        #expect(error?.code == .deltaRange)
    }

    @Test("Foreign chunks before the first track stay there, the others come last")
    func chunks() throws {
        let track = Fixture.track("00 FF 2F 00")
        var file = try MIDIFile(
            Fixture.header(tracks: 2) + Fixture.chunk("aaaa", []) + track
                + Fixture.chunk("bbbb", []) + track,
            keeping: .everything
        )
        file = try file.merged()
        #expect(
            try file.bytes(.preserving)
                == Fixture.header(format: 0, tracks: 1) + Fixture.chunk("aaaa", []) + track
                + Fixture.chunk("bbbb", [])
        )
    }

    @Test("Generated files keep their music when merged and split", arguments: 1...30)
    func generated(seed: UInt64) throws {
        var generator = WritingGenerator(seed: seed)
        let file = MIDIFile(
            format: .simultaneous,
            division: .ticksPerQuarter(480),
            tracks: (0..<5).map { generator.track(eventCount: $0 * 20) }
        )
        let music = ConversionMusic(file)
        for order in MergeOrder.allCases {
            guard let merged = try? file.merged(order) else { continue }
            #expect(ConversionMusic(merged) == music)
            #expect(try MIDIFile(try merged.bytes()).tracks == merged.tracks)
        }
        let splits = [try? file.splitByChannel(), try? file.splitByPort()]
        for split in splits.compactMap(\.self) {
            #expect(ConversionMusic(split).messages == music.messages)
            #expect(try MIDIFile(try split.bytes()).tracks == split.tracks)
        }
    }
}
