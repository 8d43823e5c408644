import MIDI
import SMF
import Testing

@Suite("Preserving writing")
struct WritingPreservingTests {
    private static let note = Fixture.track(Fixture.note)

    /// Files without a violation that a careless writer would change.
    private static let fixtures: [(String, [UInt8])] = [
        ("one note", Fixture.file(note)),
        ("no running status", Fixture.file(Fixture.track("00 90 3C 40  60 90 3C 00  00 FF 2F 00"))),
        ("running status", Fixture.file(Fixture.track("00 90 3C 40  60 3C 00  00 FF 2F 00"))),
        (
            "running status now and then",
            Fixture.file(
                Fixture.track(
                    "00 C1 05 01 06 02 C1 07  03 91 3C 40 04 3C 00 05 91 3C 40 06 91 3C 00 00 FF 2F 00"
                )
            )
        ),
        (
            "status after meta and SysEx",
            Fixture.file(
                Fixture.track(
                    "00 90 3C 40 00 FF 01 00 00 90 3C 00 00 F0 01 F7 00 90 3D 00 00 3D 00 00 FF 2F 00"
                )
            )
        ),
        (
            "padded delta times",
            Fixture.file(
                Fixture.track(
                    """
                    80 00 90 3C 40  80 80 05 3C 00  80 80 80 7F 3C 40  80 81 00 3C 00
                    80 81 80 00 90 3C 40  80 81 48 C0 05  80 00 FF 01 00  80 80 80 00 FF 2F 00
                    """
                )
            )
        ),
        (
            "padded lengths",
            Fixture.file(
                Fixture.track(
                    """
                    00 FF 01 80 00  00 FF 01 80 80 02 41 42  00 F0 80 80 80 02 43 F7
                    00 F7 80 01 FA  00 FF 2F 80 80 00
                    """
                )
            )
        ),
        (
            "SysEx in packets",
            Fixture.file(
                Fixture.track("00 F0 02 43 12 10 F7 01 00 10 F7 02 00 F7 00 F7 01 FA 00 FF 2F 00")
            )
        ),
        (
            "header of ten bytes",
            Fixture.bytes("'MThd' 0000000A 0000 0001 0060 01020304") + note
        ),
        (
            "foreign chunks",
            Fixture.header(tracks: 2) + Fixture.chunk("XFIH", [1, 2, 3]) + note
                + Fixture.chunk("junk", []) + Fixture.chunk("jun2", [0]) + note
                + Fixture.chunk("XFKM", [0xFF, 0x2F, 0])
        ),
        ("format 2", Fixture.header(format: 2, tracks: 1) + Fixture.track("81 00 FF 2F 00")),
    ]

    private static func riff(_ chunks: [UInt8]...) -> [UInt8] {
        Fixture.riffChunk("RIFF", Array("RMID".utf8) + chunks.flatMap(\.self))
    }

    private static let info = Fixture.riffChunk(
        "LIST",
        Array("INFO".utf8) + Fixture.riffChunk("INAM", [0x41, 0x42, 0])
    )

    /// A file of even length, and one of odd.
    private static let music = [
        Fixture.file(note),
        Fixture.file(Fixture.track("00 90 3C 40  60 3C 00  00 FF 2F 00")),
    ]

    private static let wrapped: [(String, [UInt8])] = music.flatMap { music in
        let data = Fixture.riffChunk("data", music)
        let bank = Fixture.riffChunk("RIFF", Array("sfbk".utf8) + [1, 2, 3, 4])
        return [
            ("RIFF of \(music.count)", riff(data)),
            ("RIFF with LIST before", riff(info, data)),
            ("RIFF with LIST and bank after", riff(data, info, bank)),
            ("RIFF with both", riff(info, data, info)),
            ("RIFF with bytes behind", riff(data, info) + [1, 2, 3]),
            ("RIFF without padding at the end", Array(riff(data).prefix(20 + music.count))),
            (
                "RIFF of open sizes",
                Fixture.bytes("'RIFF' 00000000 'RMIDdata' 00000000") + music
            ),
        ]
    }

    @Test("What was read without a violation comes out byte by byte", arguments: fixtures + wrapped)
    func identical(name: String, bytes: [UInt8]) throws {
        let file = try MIDIFile(bytes, keeping: .everything)
        // Sizes of 0, and one that counts padding which is not there, are violations, but such as
        // can be kept.
        #expect(
            file.diagnostics.allSatisfy { $0.severity == .note || $0.code == .riffSizeWrong }
        )
        #expect(try file.bytes(.preserving) == bytes)
    }

    @Test("The other styles have the same music, in fewer bytes", arguments: fixtures + wrapped)
    func otherStyles(name: String, bytes: [UInt8]) throws {
        let file = try MIDIFile(bytes, keeping: .everything)
        let plain = try file.bytes(.plain)
        let compact = try file.bytes(.compact)
        #expect(try MIDIFile(plain).tracks == file.tracks)
        #expect(try MIDIFile(compact).tracks == file.tracks)
        #expect(try MIDIFile(compact).diagnostics.isEmpty)
        #expect(compact.count <= bytes.count && compact.count <= plain.count)
    }

    @Test("A wrapper's sizes follow music that gets longer or shorter", arguments: wrapped)
    func changedSizes(name: String, bytes: [UInt8]) throws {
        for added in [1, 2, 200] {
            var file = try MIDIFile(bytes, keeping: .everything)
            let text = MetaEvent(type: 0x01, bytes: ArraySlice(repeating: 0x41, count: added))
            file.tracks[0] = Track(
                events: [TrackEvent(delta: 0, event: .meta(text))] + file.tracks[0]
            )
            let written = try file.bytes(.preserving)
            let again = try MIDIFile(written, keeping: .everything)
            #expect(again.tracks == file.tracks)
            #expect(Set(again.codes).isSubset(of: file.codes))
            let prefix = try #require(file.wrapper).prefix.count
            #expect(again.wrapper?.prefix.count == prefix)
            // Whatever stands behind the music is still found there.
            #expect(
                (again.container == .riff(soundBank: nil, bankOffset: nil))
                    == (file.container == .riff(soundBank: nil, bankOffset: nil))
            )
            // And back again.
            file.tracks[0] = Track(events: file.tracks[0].dropFirst())
            var shorter = again
            shorter.tracks = file.tracks
            let back = try MIDIFile(try shorter.bytes(.preserving))
            #expect(back.tracks == file.tracks)
            #expect(Set(back.codes).isSubset(of: file.codes))
        }
    }

    @Test("Running status that no longer holds gets its status byte")
    func brokenRunningStatus() throws {
        let bytes = Fixture.file(Fixture.track("00 90 3C 40  60 3C 00  10 3E 40  00 FF 2F 00"))
        let read = try MIDIFile(bytes, keeping: .everything).tracks[0]
        let running = (0..<read.count).map { (read[$0], read.encoding(at: $0)) }
        #expect(running.map(\.1.usesRunningStatus) == [false, true, true, false])
        func written(_ events: [(TrackEvent, EventEncoding)]) throws -> ArraySlice<UInt8> {
            var track = Track()
            for (event, encoding) in events { track.append(event, encoding: encoding) }
            return try MIDIFile(
                format: .single,
                division: .ticksPerQuarter(96),
                tracks: [track]
            ).bytes(.preserving).dropFirst(22)
        }
        // First in the track.
        #expect(
            try written([running[1], running[3]])
                == Fixture.bytes("60 90 3C 00  00 FF 2F 00")[...]
        )
        // Behind a meta event.
        let marker = TrackEvent(delta: 0, event: .meta(MetaEvent(type: 6, bytes: [])))
        #expect(
            try written([running[0], (marker, .plain), running[1], running[2]])
                == Fixture.bytes("00 90 3C 40  00 FF 06 00  60 90 3C 00  10 3E 40  00 FF 2F 00")[
                    ...
                ]
        )
        // Behind another status.
        let program = TrackEvent(
            delta: 0,
            event: .channel(.programChange(channel: 0, program: 1))
        )
        #expect(
            try written([running[0], (program, .plain), running[1]])
                == Fixture.bytes("00 90 3C 40  00 C0 01  60 90 3C 00  00 FF 2F 00")[...]
        )
    }

    @Test("Needless bytes are written as far as four bytes have room")
    func paddingLimit() throws {
        var track = Track()
        let most = EventEncoding(deltaPadding: 3, lengthPadding: 3)
        for delta: UInt32 in [0, 0x80, 0x4000, 0x20_0000] {
            track.append(
                TrackEvent(
                    delta: delta,
                    event: .channel(.programChange(channel: 0, program: 1))
                ),
                encoding: most
            )
        }
        let text = MetaEvent(type: 1, bytes: ArraySlice(repeating: 0x41, count: 128))
        track.append(TrackEvent(delta: 1, event: .meta(text)), encoding: most)
        let bytes = try MIDIFile(
            format: .single,
            division: .ticksPerQuarter(96),
            tracks: [track]
        ).bytes(.preserving)
        #expect(
            bytes.dropFirst(22).dropLast(132)
                == Fixture.bytes(
                    """
                    80 80 80 00 C0 01  80 80 81 00 C0 01  80 81 80 00 C0 01  81 80 80 00 C0 01
                    80 80 80 01 FF 01 80 80 81 00
                    """
                )[...]
        )
        #expect(try MIDIFile(bytes).diagnostics.isEmpty)
    }

    @Test("Foreign chunks stand before the tracks they are meant for, wherever that is")
    func chunkPlaces() throws {
        var file = MIDIFile(
            format: .simultaneous,
            division: .ticksPerQuarter(96),
            tracks: [Track(), Track()]
        )
        func chunk(_ letter: Character, at index: Int) -> ForeignChunk {
            let code = UInt32(letter.asciiValue ?? 0)
            return ForeignChunk(id: code * 0x0101_0101, bytes: [1], trackIndex: index)
        }
        file.foreignChunks = [
            chunk("d", at: .max), chunk("b", at: 1), chunk("a", at: -5), chunk("c", at: 1),
        ]
        let track = Fixture.track("00 FF 2F 00")
        #expect(
            try file.bytes(.preserving)
                == Fixture.header(tracks: 2) + Fixture.chunk("aaaa", [1]) + track
                + Fixture.chunk("bbbb", [1]) + Fixture.chunk("cccc", [1]) + track
                + Fixture.chunk("dddd", [1])
        )
        #expect(try file.bytes(.plain) == Fixture.header(tracks: 2) + track + track)
    }

    @Test("An extension of the header is left out where it would be read as a track")
    func extensionLikeTrack() throws {
        // Something that looks like a chunk follows, so the header's length is believed.
        let file = try MIDIFile(
            Fixture.bytes("'MThd' 0000000E 0000 0001 0060 'MTrk' 00000000 'abcd'"),
            keeping: .everything
        )
        #expect(file.tracks.isEmpty)
        #expect(file.headerExtension.count == 8)
        let again = try MIDIFile(file.bytes(.preserving), keeping: .everything)
        #expect(again.tracks.isEmpty)
    }
}
