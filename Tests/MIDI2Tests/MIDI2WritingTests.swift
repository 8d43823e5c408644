import MIDI
import SMF
import TestSupport
import Testing

@testable import MIDI2

@Suite("Writing MIDI 2.0 clips")
struct MIDI2WritingTests {
    /// A song of two ports, with all that a clip can have.
    private static func song() throws -> MIDIFile {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track { track in
            track.meta(at: 0, type: 3, Array("Song".utf8))
            track.meta(at: 0, type: 2, Array("Nobody".utf8))
            track.meta(at: 0, type: 0x51, [7, 0xA1, 0x20])
            track.meta(at: 0, type: 0x58, [6, 3, 36, 8])
            track.meta(at: 0, type: 0x59, [0xFE, 1])
            track.meta(at: 480, type: 5, Array("a long syllable, ü".utf8))
            track.meta(at: 3_000_000, type: 0x51, [4, 0, 1])
        }
        song.track { track in
            track.note(at: 480, length: 240, channel: 3, key: 60)
            track.control(at: 480, channel: 3, 64, 127)
        }
        song.track { track in
            track.meta(at: 0, type: 0x21, [5])
            track.note(at: 500, length: 2_000_000, channel: 3, key: 72)
        }
        return try MIDIFile(song.bytes)
    }

    @Test("A clip that is read again has all that was written")
    func roundTrip() throws {
        let song = try Self.song()
        let (bytes, losses) = try MIDI2Clip.bytes(of: song)
        #expect(losses.isEmpty && MIDI2Clip.isPresent(in: bytes))
        let file = try MIDI2Clip(bytes).file
        #expect(file.diagnostics.isEmpty)
        #expect(file.division == song.division && file.format == .simultaneous)
        func sorted(_ file: MIDIFile) -> [String] {
            file.tracks.flatMap { track in
                track.texts.filter { !$0.contains("FF 21") && !$0.hasSuffix("FF 01") }
            }.sorted()
        }
        #expect(sorted(file) == sorted(song))
        #expect(file.tracks.count == 3)
        #expect(file.tracks[2].texts.first == "0: FF 21 05")
        let again = try MIDI2Clip.bytes(of: file)
        #expect(again.bytes == bytes)
    }

    @Test("The words are those of the specification")
    func words() throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 96)
        song.track { track in
            track.meta(at: 0, type: 0x51, [7, 0xA1, 0x20])
            track.note(at: 0, length: 0x10_0005, channel: 1, key: 60)
        }
        let (bytes, _) = try MIDI2Clip.bytes(of: MIDIFile(song.bytes))
        let expected = ClipFixture.clip(
            "0:D0100000 02FAF080 0 0",
            "0:20913C64",
            "1048575:00000000",
            "6:20813C40"
        )
        #expect(bytes == expected)
    }

    @Test("System Exclusive messages are divided, and those in several events put together")
    func systemExclusive() throws {
        var track = Track()
        func add(_ form: SystemExclusivePacket.Form, _ bytes: [UInt8], _ delta: UInt32 = 0) {
            let packet = SystemExclusivePacket(form: form, bytes: bytes[...])
            track.append(TrackEvent(delta: delta, event: .systemExclusive(packet)))
        }
        add(.start, [1, 2, 3, 4, 5, 6, 7, 0xF7])
        add(.start, [1, 2], 5)
        add(.continuation, [3, 0xF7], 5)
        add(.escape, [0xF3, 7])
        add(.escape, [0x90, 60, 64])
        track.append(TrackEvent(delta: 0, event: .meta(.endOfTrack)))
        let file = MIDIFile(format: .single, division: .ticksPerQuarter(96), tracks: [track])
        let (bytes, losses) = try MIDI2Clip.bytes(of: file)
        #expect(
            bytes
                == ClipFixture.clip(
                    "0:30160102 03040506",
                    "0:30310700 0",
                    "10:30030102 03000000",
                    "0:10F30700"
                )
        )
        #expect(losses == ["1 escape event that is no system message (left out)"])
    }

    @Test("What a clip does not have is named")
    func losses() throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 96)
        song.track { track in
            track.meta(at: 0, type: 6, Array("Verse".utf8))
            track.meta(at: 0, type: 6, Array("Chorus".utf8))
            track.meta(at: 0, type: 0x7F, [0x7D, 1])
        }
        let (bytes, losses) = try MIDI2Clip.bytes(of: MIDIFile(song.bytes))
        #expect(
            losses == [
                "1 meta event that a MIDI 2.0 clip does not have (left out)",
                "2 markers or other texts that a MIDI 2.0 clip does not have (as plain text)",
            ]
        )
        #expect(try MIDI2Clip(bytes).file.tracks[0].texts.contains("0: FF 01 56 65 72 73 65"))
    }

    @Test("Frames and ports above 16 are refused")
    func refused() throws {
        let frames = MIDIFile(
            format: .single,
            division: .smpte(.fps25, ticksPerFrame: 40),
            tracks: [Track(events: [TrackEvent(delta: 0, event: .meta(.endOfTrack))])]
        )
        #expect(throws: SMFWriteError.self) { try MIDI2Clip.bytes(of: frames) }
        var song = SMFBuilder(format: 0, ticksPerQuarter: 96)
        song.track { $0.meta(at: 0, type: 0x21, [16]) }
        let error = #expect(throws: SMFWriteError.self) {
            try MIDI2Clip.bytes(of: MIDIFile(song.bytes))
        }
        #expect(error?.code == .portInvalid)
    }

    @Test(
        "Values with more bits have the lowest, the middle and the highest of them",
        arguments: [
            (0, 7, 16, 0), (64, 7, 16, 0x8000), (127, 7, 16, 0xFFFF), (64, 7, 32, 0x8000_0000),
            (127, 7, 32, 0xFFFF_FFFF), (0x3FFF, 14, 32, 0xFFFF_FFFF), (0x2000, 14, 32, 0x8000_0000),
            (100, 7, 16, 0xC924), (1, 7, 16, 0x0200),
        ] as [(UInt32, UInt32, UInt32, UInt32)]
    )
    func scaling(_ value: UInt32, _ bits: UInt32, _ wanted: UInt32, _ expected: UInt32) {
        #expect(Resolution.raised(value, from: bits, to: wanted) == expected)
    }
}
