import MIDI
import SMF
import Testing

@Suite("Splitting tracks")
struct ConversionSplitTests {
    @Test("A file of one track becomes a track without messages and one for each channel")
    func channels() throws {
        let file = try MIDIFile.fixture(
            format: 0,
            """
            00 FF 03 01 41  00 FF 51 03 07 A1 20  00 C2 05  00 C0 01  00 F0 02 43 F7
            10 92 3C 40  10 90 3C 40  10 82 3C 40  00 FF 06 01 42  10 80 3C 40  05 FF 2F 00
            """
        )
        let split = try file.splitByChannel()
        #expect(split.format == .simultaneous)
        #expect(split.tracks.map(\.name) == ["A", "Channel 1", "Channel 3"])
        #expect(
            try split.trackBytes == [
                Fixture.bytes(
                    """
                    00 FF 03 01 41  00 FF 51 03 07 A1 20  00 F0 02 43 F7  30 FF 06 01 42
                    15 FF 2F 00
                    """
                ),
                Fixture.bytes(
                    "00 FF 03 09 'Channel 1'  00 C0 01  20 90 3C 40  20 80 3C 40  05 FF 2F 00"
                ),
                Fixture.bytes(
                    "00 FF 03 09 'Channel 3'  00 C2 05  10 92 3C 40  20 82 3C 40  15 FF 2F 00"
                ),
            ]
        )
        #expect(ConversionMusic(split).messages == ConversionMusic(file).messages)
    }

    @Test("Names go with the channel where a track has one, and others are made")
    func names() throws {
        let split = try MIDIFile.fixture(
            "00 FF 03 04 'Song'  00 FF 2F 00",
            "00 FF 03 05 'Piano'  00 FF 04 02 'Pf'  00 FF 05 01 'a'  00 90 3C 40  00 FF 2F 00",
            "00 FF 03 02 'RH'  00 91 3C 40  00 FF 2F 00",
            "00 FF 03 02 'LH'  00 91 30 40  00 FF 2F 00",
            "00 FF 03 04 'Band'  00 92 3C 40  00 93 30 40  00 FF 2F 00",
            "00 94 3C 40  00 FF 2F 00"
        ).splitByChannel()
        #expect(
            try split.trackBytes == [
                Fixture.bytes(
                    "00 FF 03 04 'Song'  00 FF 05 01 'a'  00 FF 03 04 'Band'  00 FF 2F 00"
                ),
                Fixture.bytes("00 FF 03 05 'Piano'  00 FF 04 02 'Pf'  00 90 3C 40  00 FF 2F 00"),
                Fixture.bytes(
                    """
                    00 FF 03 09 'Channel 2'  00 FF 03 02 'RH'  00 91 3C 40  00 FF 03 02 'LH'
                    00 91 30 40  00 FF 2F 00
                    """
                ),
                Fixture.bytes("00 FF 03 09 'Channel 3'  00 92 3C 40  00 FF 2F 00"),
                Fixture.bytes("00 FF 03 09 'Channel 4'  00 93 30 40  00 FF 2F 00"),
                Fixture.bytes("00 FF 03 09 'Channel 5'  00 94 3C 40  00 FF 2F 00"),
            ]
        )
    }

    @Test("The sequence's name stays first, and names the track's only channel as well")
    func sequenceName() throws {
        let split = try MIDIFile.fixture(
            format: 0,
            "00 FF 03 04 'Solo'  00 90 3C 40  00 FF 2F 00"
        ).splitByChannel()
        #expect(split.tracks.map(\.name) == ["Solo", "Solo"])
    }

    @Test("A channel prefix takes names to its channel")
    func prefixes() throws {
        let split = try MIDIFile.fixture(
            format: 0,
            """
            00 FF 20 01 01  00 FF 04 02 'Pf'  00 FF 20 01 05  00 FF 04 02 'Gt'
            00 90 3C 40  00 91 3C 40  00 FF 2F 00
            """
        ).splitByChannel()
        #expect(
            try split.trackBytes == [
                Fixture.bytes("00 FF 20 01 05  00 FF 04 02 'Gt'  00 FF 2F 00"),
                Fixture.bytes("00 FF 03 09 'Channel 1'  00 90 3C 40  00 FF 2F 00"),
                Fixture.bytes(
                    "00 FF 03 09 'Channel 2'  00 FF 04 02 'Pf'  00 91 3C 40  00 FF 2F 00"
                ),
            ]
        )
    }

    @Test("Channels of several ports are told apart, and SysEx keeps its port")
    func portsAndChannels() throws {
        let file = try MIDIFile.fixture(
            "00 FF 21 01 01  00 F0 02 43 F7  00 90 3C 40  00 FF 2F 00",
            "00 FF 21 01 00  00 90 30 40  10 F0 02 44 F7  00 FF 2F 00"
        )
        let split = try file.splitByChannel()
        #expect(
            try split.trackBytes == [
                Fixture.bytes(
                    "00 FF 21 01 01  00 F0 02 43 F7  10 FF 21 01 00  00 F0 02 44 F7  00 FF 2F 00"
                ),
                Fixture.bytes(
                    "00 FF 03 11 'Port 1, channel 1'  00 FF 21 01 00  00 90 30 40  10 FF 2F 00"
                ),
                Fixture.bytes(
                    "00 FF 03 11 'Port 2, channel 1'  00 FF 21 01 01  00 90 3C 40  10 FF 2F 00"
                ),
            ]
        )
        #expect(ConversionMusic(split) == ConversionMusic(file).adding(split))
    }

    @Test("Ports become tracks; what belongs to none is in the first")
    func ports() throws {
        let file = try MIDIFile.fixture(
            "00 FF 03 04 'Song'  00 FF 51 03 07 A1 20  00 FF 2F 00",
            "00 FF 03 05 'Piano'  00 FF 21 01 00  00 90 3C 40  00 FF 2F 00",
            "00 FF 03 04 'Bass'  00 FF 21 01 00  00 91 3C 40  00 FF 2F 00",
            "00 FF 03 04 'Horn'  00 FF 21 01 02  00 F0 02 43 F7  00 90 3C 40  10 FF 2F 00"
        )
        let split = try file.splitByPort()
        #expect(split.tracks.map(\.name) == ["Song", "Horn"])
        #expect(
            try split.trackBytes == [
                Fixture.bytes(
                    """
                    00 FF 21 01 00  00 FF 03 04 'Song'  00 FF 51 03 07 A1 20
                    00 FF 03 05 'Piano'  00 90 3C 40  00 FF 03 04 'Bass'  00 91 3C 40  10 FF 2F 00
                    """
                ),
                Fixture.bytes(
                    "00 FF 21 01 02  00 FF 03 04 'Horn'  00 F0 02 43 F7  00 90 3C 40  10 FF 2F 00"
                ),
            ]
        )
        #expect(ConversionMusic(split) == ConversionMusic(file))
    }

    @Test("A file without ports stays one track, with a name if it had none")
    func onePort() throws {
        let split = try MIDIFile.fixture(
            "00 90 3C 40  00 FF 2F 00",
            "00 91 3C 40  00 FF 2F 00"
        ).splitByPort()
        #expect(
            try split.trackBytes == [
                Fixture.bytes("00 FF 03 06 'Port 1'  00 90 3C 40  00 91 3C 40  00 FF 2F 00")
            ]
        )
    }

    @Test("A file without messages has one track")
    func empty() throws {
        let file = try MIDIFile.fixture("05 FF 51 03 07 A1 20  00 FF 2F 00", "09 FF 2F 00")
        let expected = [Fixture.bytes("05 FF 51 03 07 A1 20  04 FF 2F 00")]
        #expect(try file.splitByChannel().trackBytes == expected)
        #expect(try file.splitByPort().trackBytes == expected)
    }

    @Test("An escape that loses the message before it finds that message ended")
    func openMessages() throws {
        let file = try MIDIFile.fixture(
            format: 0,
            "00 F0 01 43  00 90 3C 40  00 F7 01 FA  00 FF 2F 00"
        )
        let split = try file.splitByChannel()
        #expect(
            try split.trackBytes[0]
                == Fixture.bytes("00 F0 02 43 F7  00 F7 01 FA  00 FF 2F 00")
        )
        #expect(ConversionMusic(split).messages == ConversionMusic(file).messages)
    }
}

extension ConversionMusic {
    /// The same with the meta events of another file: names that were made.
    fileprivate func adding(_ file: MIDIFile) -> ConversionMusic {
        var music = self
        music.metaEvents = ConversionMusic(file).metaEvents
        return music
    }
}
