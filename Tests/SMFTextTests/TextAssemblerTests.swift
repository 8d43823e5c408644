import MIDI
import SMF
import SMFText
import Testing

@Suite("Assembling a text")
struct TextAssemblerTests {
    private static let head = "smf-text 1\nformat 1\ndivision 480\ntrack\n"

    private static func faults(_ text: String) -> [String] {
        do throws(AssemblyError) {
            _ = try MIDIFile(assembling: Array(text.utf8))
            return []
        } catch {
            return error.faults.map(\.description)
        }
    }

    @Test(
        "tells where an event is wrong, what is there and what was expected",
        arguments: [
            ("0 note-on ch:1 128 1", "5:16: key 128, expected 0 … 127"),
            ("0 note-on ch:1 60", "5:18: velocity missing, expected 0 … 127"),
            ("0 note-on ch:1 x 1", "5:16: key \"x\", expected 0 … 127"),
            ("0 note-on ch:17 60 1", "5:14: channel 17, expected 1 … 16"),
            ("0 note-on ch:0 60 1", "5:14: channel 0, expected 1 … 16"),
            ("0 note-on 1 60 1", "5:11: \"1\", expected ch:1 … ch:16"),
            ("0 note-on", "5:10: channel missing, expected ch:1 … ch:16"),
            ("0 note-on ch:1 60 1 5", "5:21: \"5\", expected the end of the line"),
            (
                "0 noteon ch:1 60 1",
                "5:3: unknown event \"noteon\", expected one such as note-on, tempo or text"
            ),
            ("0", "5:2: event missing, expected one such as note-on, tempo or text"),
            ("0x tempo 1", "5:1: tick \"0x\", expected 0 … 1152921504606846976"),
            ("+268435456 tempo 1", "5:2: delta time 268435456, expected 0 … 268435455"),
            (
                "268435456 tempo 1",
                "5:1: tick 268435456 is 268435456 after the previous event, expected at most 268435455"
            ),
            ("0 control-change ch:1 7 -1", "5:25: value -1, expected 0 … 127"),
            ("0 program-change ch:1 128", "5:23: program 128, expected 0 … 127"),
            ("0 pitch-bend ch:1 8192", "5:19: bend 8192, expected -8192 … 8191"),
            ("0 tempo 0", "5:9: tempo 0, expected 1 … 16777215"),
            (
                "0 tempo 99999999999999999999",
                "5:9: tempo \"99999999999999999999\", expected 1 … 16777215"
            ),
            ("0 meter 3", "5:9: meter \"3\", expected one such as 3/4"),
            ("0 meter", "5:8: meter missing, expected one such as 3/4"),
            ("0 meter 3/5", "5:11: denominator 5, expected 1, 2, 4, 8, 16, 32, 64, 128 or 256"),
            ("0 meter 3/4 clocks 256", "5:20: clocks 256, expected 0 … 255"),
            ("0 key-signature 8 major", "5:17: sharps 8, expected -7 … 7"),
            ("0 key-signature 1 dorian", "5:19: \"dorian\", expected major or minor"),
            ("0 smpte-offset 26 0:0:0:0.0", "5:16: rate \"26\", expected 24, 25, 29.97 or 30"),
            ("0 smpte-offset 25 0:0:0", "5:19: time \"0:0:0\", expected hh:mm:ss:ff.hh"),
            ("0 smpte-offset 25 0:0:0:25.0", "5:25: frames 25, expected 0 … 24"),
            ("0 port 257", "5:8: port 257, expected 1 … 256"),
            ("0 sequence-number 65536", "5:19: number 65536, expected 0 … 65535"),
            ("0 text", "5:7: text missing, expected text in double quotes"),
            ("0 lyric la", "5:9: \"la\", expected text in double quotes"),
            ("0 lyric \"la", "5:9: text without a closing quote"),
            ("0 lyric \"Ä\\q\"", #"5:11: "\q", expected \n \r \t \" \\ or \x and two digits"#),
            ("0 lyric \"\\x4\"", #"5:10: "\x4"", expected \n \r \t \" \\ or \x and two digits"#),
            ("0 text 0x10 \"a\"", "5:8: type 16, expected 1 … 15"),
            (
                "0 sysex 7E F7",
                "5:9: SysEx message does not start with F0 (for other bytes use escape)"
            ),
            ("0 sysex F0 7", "5:12: \"7\", expected bytes of two hexadecimal digits"),
            (
                "0 sysex-continued F7",
                "5:3: no SysEx message to continue, expected sysex or escape"
            ),
            ("0 meta 256", "5:8: type 256, expected 0 … 255"),
            ("0 meta 0x2F 00", "5:3: end of track with data bytes, expected none"),
            ("0 lyric \"a\" delta-padding:4", "5:27: padding 4, expected 0 … 3"),
            ("200 lyric \"a\" delta-padding:3", "5:29: padding 3, expected 0 … 2"),
            (
                "0 note-on ch:1 1 1 length-padding:1",
                "5:20: length-padding on an event without a length"
            ),
            (
                "0 note-on ch:1 1 1 status:running",
                "5:20: status:running without a message of the same kind and channel before it"
            ),
            ("tempo 1", "5:1: \"tempo\", expected a tick, track, chunk or end of text"),
            ("division 1", "5:1: division given more than once"),
            ("running-status no", "5:1: running-status after a track, expected before it"),
            ("chunk \"abc\"", "5:7: name of 3 bytes, expected 4"),
            ("chunk \"MTrk\"", "5:7: chunk named MThd or MTrk, expected another name"),
            ("chunk-bytes 00", "5:1: chunk-bytes without a chunk before it"),
        ]
    )
    func events(_ line: String, _ message: String) {
        #expect(Self.faults(Self.head + line + "\n") == [message])
    }

    @Test(
        "tells what is wrong with the order of lines",
        arguments: [
            ("", "1:1: end of text, expected smf-text 1"),
            ("\n# nothing\n", "3:1: end of text, expected smf-text 1"),
            ("hello\n", "1:1: \"hello\", expected smf-text 1"),
            ("smf-text 2\n", "1:10: version 2, expected 1"),
            ("smf-text 1\n", "2:1: end of text, expected format"),
            ("smf-text 1\nformat 3\n", "2:8: format 3, expected 0 … 2"),
            ("smf-text 1\nformat 0\n", "3:1: end of text, expected division"),
            (
                "smf-text 1\nformat 0\ntrack\n",
                "3:1: track before division, expected division first"
            ),
            ("smf-text 1\ndivision 0\n", "2:10: division 0, expected 1 … 32767"),
            ("smf-text 1\ndivision smpte 25 0\n", "2:19: ticks per frame 0, expected 1 … 255"),
            ("smf-text 1\nrunning-status maybe\n", "2:16: \"maybe\", expected yes or no"),
            (
                "smf-text 1\nformat 0\ndivision 1\n0 tempo 1\n",
                "4:1: event outside a track, expected track before it"
            ),
            (
                "smf-text 1\nformat 0\ndivision 1\ntrack\ntrack\n",
                "5:1: second track in format 0, expected only one"
            ),
            (
                "smf-text 1\nformat 0\ndivision 1\ntrack\n9 tempo 1\n8 tempo 1\n",
                "6:1: tick 8 is before the previous event, expected 9 or more"
            ),
            (
                "smf-text 1\nformat 0\ndivision 1\ntrack\n9 end-of-track\n9 tempo 1\n",
                "6:1: event after the end of the track, expected a new track"
            ),
            (
                "smf-text 1\nformat 0\ndivision 1\ntrack\n0 sysex F0 00\n0 escape F7\n",
                "6:3: escape inside an unfinished SysEx message, expected sysex-continued"
            ),
        ]
    )
    func order(_ text: String, _ message: String) {
        #expect(Self.faults(text).first == message)
    }

    @Test("tells of twenty faults, and no more")
    func limit() {
        let faults = Self.faults(Self.head + String(repeating: "0 tempo 0\n", count: 50))
        #expect(faults.count == AssemblyError.limit)
        #expect(faults.last == "24:9: tempo 0, expected 1 … 16777215")
    }

    @Test("reads what people write: delta times, tabs, comments, CR LF, a byte order mark")
    func variety() throws {
        let text =
            "\u{FEFF}# a comment\r\n\r\nsmf-text 1\r\n  format\t0 # one track\r\ndivision 0x60\r\n"
            + "track\r\n+10 note-on ch:2 60 100#\r\n"
        #expect(Self.faults(text) == ["7:21: velocity \"100#\", expected 0 … 127"])
        let right = text.replacing("100#", with: "100 #") + "\t+5  note-off ch:2 0x3C +0\r\n"
        let file = try MIDIFile(
            assembling: Array((right + "20 sysex f07E7f0901F7\n20 meter 3/4").utf8)
        )
        #expect(file.format == .single)
        #expect(file.division == .ticksPerQuarter(96))
        let track = try #require(file.tracks.first)
        #expect(
            Array(track) == [
                TrackEvent(
                    delta: 10,
                    event: .channel(.noteOn(channel: 1, key: 60, velocity: 100))
                ),
                TrackEvent(
                    delta: 5,
                    event: .channel(.noteOff(channel: 1, key: 60, velocity: 0))
                ),
                TrackEvent(
                    delta: 5,
                    event: .systemExclusive(
                        SystemExclusivePacket(form: .start, bytes: [0x7E, 0x7F, 9, 1, 0xF7])
                    )
                ),
                TrackEvent(
                    delta: 0,
                    event: .meta(MetaEvent(type: 0x58, bytes: [3, 2, 24, 8]))
                ),
                // A track that lacks its end gets it.
                TrackEvent(delta: 0, event: .meta(.endOfTrack)),
            ]
        )
    }

    @Test("uses running status as the head says, and not across other events")
    func runningStatus() throws {
        let events = "0 note-on ch:1 1 1\n0 note-on ch:1 2 2\n0 text \"\"\n0 note-on ch:1 3 3\n"
        for (answer, expected) in [("yes", [false, true]), ("no", [false, false])] {
            let text = Self.head.replacing("track", with: "running-status \(answer)\ntrack")
            let file = try MIDIFile(assembling: Array((text + events).utf8))
            let track = try #require(file.tracks.first)
            #expect(
                (0..<4).map { track.encoding(at: $0).usesRunningStatus }
                    == expected + [false, false]
            )
        }
    }
}
