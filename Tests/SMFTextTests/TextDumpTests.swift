import MIDI
import SMF
import SMFText
import TestSupport
import Testing

@Suite("The text of a MIDI file")
struct TextDumpTests {
    /// What ``TextFixture/full`` is; but for the comment of its SysEx message.
    private static let full = #"""
        smf-text 1
        format 1
        division 480  # ticks per quarter note
        running-status no

        track  # 1: Étude "1"
        0 track-name "Étude \"1\""
        0 sequence-number 258
        0 sequence-number
        0 copyright "© me"
        0 tempo 500000  # 120 BPM
        0 meter 6/8 clocks 24 thirty-seconds 8
        0 key-signature -3 minor  # C minor
        0 smpte-offset 29.97 01:02:03:04.05
        960 tempo 700000  # 85.714 BPM
        960 marker "Tab\tand\nline \\ \x01"
        960 cue-point "\xE2\x80\xAEbell"
        960 end-of-track

        track  # 2
        0 channel-prefix ch:10
        0 port 2
        0 instrument-name "Kit"
        0 program-name "Room"
        0 device-name "Box"
        0 text 0x0A "ten"
        0 program-change ch:10 8  # Room Kit
        0 program-change ch:1 48  # String Ensemble 1
        0 control-change ch:1 7 100  # volume
        0 control-change ch:1 3 1
        0 note-on ch:1 60 100
        0 lyric "la"
        120 pitch-bend ch:1 -8192
        240 pitch-bend ch:16 8191
        240 channel-pressure ch:1 7
        240 key-pressure ch:1 60 8
        480 note-off ch:1 60 33
        480 sysex F0 7E 7F 09 01 F7
        490 sysex F0 43 12
        495 sysex-continued 00 F7
        500 escape F3 01
        500 sequencer-specific 41 00
        500 meta 0x60 FF
        500 end-of-track

        """#

    @Test("has a line for each event, in standard words")
    func words() throws {
        let file = try MIDIFile(TextFixture.full.bytes, keeping: .everything)
        let text = String(decoding: TextDump(file).bytes, as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("480 sysex") ? line.prefix(27) : line
        }
        #expect(lines.joined(separator: "\n") == Self.full)
    }

    @Test("tells what a SysEx message is")
    func names() throws {
        let file = try MIDIFile(TextFixture.full.bytes)
        let text = String(decoding: TextDump(file).bytes, as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("480 sysex") }
        #expect(try #require(line).contains("  # G"))
    }

    @Test("says only where the encoding of an event is not the usual one")
    func encodings() throws {
        var track = SMFBuilder.Track()
        track.usesRunningStatus = true
        for key in UInt8(60)..<64 { track.noteOn(at: 0, channel: 0, key: key, velocity: 1) }
        // A status byte where none is needed, a delta time of two bytes, a length of three.
        track.raw(at: 0, [0x90, 64, 1])
        track.raw(at: 0, [0xFF, 0x05, 0x80, 0x80, 0x01, 0x61])
        track.noteOn(at: 1, channel: 0, key: 65, velocity: 1)
        var song = SMFBuilder(format: 0, framesPerSecond: 29, ticksPerFrame: 80)
        song.tracks = [track]
        let file = try MIDIFile(song.bytes, keeping: .everything)
        let text = String(decoding: TextDump(file).bytes, as: UTF8.self)
        #expect(
            text == """
                smf-text 1
                format 0
                division smpte 29.97 80  # frames per second, ticks per frame
                running-status yes

                track  # 1
                0 note-on ch:1 60 1
                0 note-on ch:1 61 1
                0 note-on ch:1 62 1
                0 note-on ch:1 63 1
                0 note-on ch:1 64 1 status:written
                0 lyric "a" length-padding:2
                1 note-on ch:1 65 1
                1 end-of-track

                """
        )
    }

    @Test("keeps what stands beside the tracks")
    func chunks() throws {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 96)
        song.headerExtension = [0xAB]
        song.track("a")
        song.trailer = SMFBuilder.chunk("XF\"x", Array(0..<34))
        let text = String(
            decoding: TextDump(try MIDIFile(song.bytes, keeping: .everything)).bytes,
            as: UTF8.self
        )
        #expect(text.contains("\nrunning-status yes\nheader-extension AB\n\ntrack  # 1: a\n"))
        let bytes = (0..<32).map { String($0 + 256, radix: 16, uppercase: true).dropFirst() }
        #expect(
            text.hasSuffix(
                "end-of-track\n\nchunk \"XF\\\"x\"\nchunk-bytes \(bytes.joined(separator: " "))\n"
                    + "chunk-bytes 20 21\n"
            )
        )
    }

    @Test("shows text of another encoding in a comment, and its bytes in the string")
    func encoding() throws {
        var song = SMFBuilder(format: 0)
        song.track { $0.meta(at: 0, type: 0x01, [0x45, 0x6C, 0x83, 0xE9]) }
        var dump = TextDump(try MIDIFile(song.bytes))
        dump.decoder = TextDecoder(name: "test") { "<\($0.count)\u{1B}>" }
        let text = String(decoding: dump.bytes, as: UTF8.self)
        #expect(text.contains("\n0 text \"El\\x83\\xE9\"  # <4 >\n"))
    }

    @Test("has a comment with each event's place, where that is wanted")
    func positions() throws {
        var song = SMFBuilder(format: 0)
        song.track { track in
            track.program(at: 0, channel: 0, 0)
            track.noteOn(at: 5, channel: 0, key: 1, velocity: 1)
        }
        var dump = TextDump(try MIDIFile(song.bytes))
        dump.describePosition = { "<\($0) \($1)>" }
        let text = String(decoding: dump.bytes, as: UTF8.self)
        #expect(text.contains("\n0 program-change ch:1 0  # <0 0>  Acoustic Grand Piano\n"))
        #expect(text.contains("\n5 note-on ch:1 1 1  # <0 5>\n"))
    }

    @Test("comes in pieces that are bounded")
    func pieces() throws {
        var track = Track()
        for key in 0..<20_000 {
            let message = MIDIMessage.noteOn(channel: 0, key: UInt8(key % 128), velocity: 1)
            track.append(TrackEvent(delta: 1, event: .channel(message)))
        }
        let dump = TextDump(
            MIDIFile(format: .single, division: .ticksPerQuarter(1), tracks: [track])
        )
        var sizes: [Int] = []
        dump.write { sizes.append($0.count) }
        #expect(sizes.count > 5)
        #expect(sizes.allSatisfy { $0 < 70_000 })
        #expect(sizes.reduce(0, +) == dump.bytes.count)
    }

    @Test("stops at once where it cannot be written")
    func failure() throws {
        struct Full: Error {}
        let dump = TextDump(try MIDIFile(TextFixture.full.bytes))
        var calls = 0
        #expect(throws: Full.self) {
            try dump.write { _ throws(Full) in
                calls += 1
                throw Full()
            }
        }
        #expect(calls == 1)
    }
}
