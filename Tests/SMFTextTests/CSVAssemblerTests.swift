import MIDI
import SMF
import SMFText
import Testing

@Suite("Assembling records")
struct CSVAssemblerTests {
    private static let head = "0, 0, Header, 1, 1, 480\n1, 0, Start_track\n"
    private static let tail = "1, 99, End_track\n0, 0, End_of_file\n"

    private static func faults(_ text: String) -> [String] {
        do throws(AssemblyError) {
            _ = try MIDIFile(assembling: Array(text.utf8))
            return []
        } catch {
            return error.faults.map(\.description)
        }
    }

    @Test("takes all that csvmidi takes: any case, comments, blank lines, quoted numbers")
    func variety() throws {
        let text = """
            ; a comment
              # another

            0,0,HEADER,1,7,480
            1 , 0 , start_track
            1, 0, TITLE_T, "a ""b"" \\\\ \\303\\251"  , and more
            1, 0, text_t, plain text
            1,0,Key_signature, -2, minor
            1, "10", Note_ON_c, 0, 60, "64", what one likes
            1, 20, End_track
            17,0,Start_track
            17,5,End_track
            0, 0, End_of_file
            """
        let file = try MIDIFile(assembling: Array(text.replacing("\n", with: "\r\n").utf8))
        #expect(file.tracks.count == 2)
        let track = try #require(file.tracks.first)
        #expect(track.map(\.delta) == [0, 0, 0, 10, 10])
        #expect(
            track.map(\.event) == [
                .meta(MetaEvent(type: 3, bytes: Array("a \"b\" \\ é".utf8)[...])),
                .meta(MetaEvent(type: 1, bytes: Array("plain text".utf8)[...])),
                .meta(MetaEvent(type: 0x59, bytes: [0xFE, 1])),
                .channel(.noteOn(channel: 0, key: 60, velocity: 64)),
                .meta(.endOfTrack),
            ]
        )
        #expect(file.tracks.last?.endTick == 5)
    }

    @Test(
        "tells where a record is wrong, what is there and what was expected",
        arguments: [
            ("1, 0, Note_on_c, 0, 128, 1", "3:21: key 128, expected 0 … 127"),
            ("1, 0, Note_on_c, 16, 1, 1", "3:18: channel 16, expected 0 … 15"),
            ("1, 0, Note_on_c, 0, 1", "3:22: velocity missing, expected 0 … 127"),
            ("1, 0, Note_on_c, 0, 1, x7", "3:24: velocity \"x7\", expected 0 … 127"),
            ("1, 0, Note_on_c, 0, 1, 7x", "3:24: velocity \"7x\", expected 0 … 127"),
            (
                "1, 0, Note, 0, 1, 1",
                "3:7: unknown record \"Note\", expected one such as Note_on_c or Tempo"
            ),
            ("1, 0", "3:5: record missing, expected one such as Note_on_c or Tempo"),
            ("1, -1, Tempo, 1", "3:4: time -1, expected 0 … 1152921504606846976"),
            ("2, 0, Tempo, 1", "3:1: track 2, expected 1"),
            ("1, 0, Tempo, 16777216", "3:14: tempo 16777216, expected 0 … 16777215"),
            ("1, 0, System_exclusive, 2, 1", "3:29: byte missing, expected 0 … 255"),
            ("1, 0, System_exclusive, 1, 256", "3:28: byte 256, expected 0 … 255"),
            ("1, 0, Text_t", "3:13: text missing, expected text in double quotes"),
            ("1, 0, Text_t, \"a", "3:15: text without a closing quote"),
            ("1, 0, Text_t, \"a\" b", "3:19: \"b\" after a text, expected a comma"),
            ("1, 0, Text_t, \"\\8\"", #"3:16: "\", expected \000 … \377 or \\"#),
            ("1, 0, Text_t, \"\\400\"", #"3:16: "\400", expected \000 … \377 or \\"#),
            ("1, 0, Key_signature, 0, lydian", "3:25: \"lydian\", expected \"major\" or \"minor\""),
            ("0, 0, Header, 1, 1, 480", "3:7: Header given more than once"),
            ("1, 0, Start_track", "3:7: Start_track inside a track, expected End_track"),
            ("0, 0, End_of_file", "3:7: End_of_file inside a track, expected End_track"),
        ]
    )
    func faults(_ line: String, _ message: String) {
        #expect(Self.faults(Self.head + line + "\n" + Self.tail) == [message])
    }

    @Test(
        "tells what is missing at the end, or at the start",
        arguments: [
            ("0, 0, End_of_file\n", "2:1: end of text, expected Header"),
            ("1, 0, Start_track\n", "1:7: Start_track before Header, expected Header first"),
            (
                "0, 0, Header, 1, 1, 0\n",
                "1:21: division 0, expected 1 … 32767 or a SMPTE time base"
            ),
            (head, "3:1: end of text, expected End_track"),
            (head + "1, 0, End_track\n", "4:1: end of text, expected End_of_file"),
            (
                head + "1, 0, End_track\n1, 0, Tempo, 1\n",
                "4:7: event outside a track, expected Start_track"
            ),
        ]
    )
    func order(_ text: String, _ message: String) {
        #expect(Self.faults(text).first == message)
    }

    @Test("knows records from words by the first line")
    func forms() {
        #expect(TextForm(of: Array("\n# x\n; y\n0, 0, Header".utf8)) == .csv)
        #expect(TextForm(of: Array("\u{FEFF}0,0,Header".utf8)) == .csv)
        #expect(TextForm(of: Array("# x\nsmf-text 1\n".utf8)) == .events)
        #expect(TextForm(of: []) == .events)
    }
}
