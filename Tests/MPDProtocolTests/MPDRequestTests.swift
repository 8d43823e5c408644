import MPDProtocol
import Testing

@Suite("The lines of MPD's clients")
struct MPDRequestTests {
    @Test(
        "have a command and arguments, with and without quotation marks",
        arguments: [
            ("status", ["status"]),
            ("play 3", ["play", "3"]),
            ("play  \t 3  ", ["play", "3"]),
            (#"add "a b""#, ["add", "a b"]),
            (#"add "a \"b\" \\ c""#, ["add", #"a "b" \ c"#]),
            (#"add "" x"#, ["add", "", "x"]),
            ("add ä/ö.mid", ["add", "ä/ö.mid"]),
            (#"find title "it's""#, ["find", "title", "it's"]),
            ("command_list_begin", ["command_list_begin"]),
        ]
    )
    func lines(line: String, words: [String]) throws {
        let request = try MPDRequest(parsing: line)
        #expect([request.name] + request.arguments == words)
    }

    @Test(
        "that are damaged say why, and for which command",
        arguments: [
            ("", "", "No command given"),
            (" play", "", "Letter expected"),
            ("1 play", "", "Letter expected"),
            ("pl-ay", "", "Invalid word character"),
            (#"play "3"#, "play", #"Missing closing '"'"#),
            (#"play "3\"#, "play", #"Missing closing '"'"#),
            (#"play "3"4"#, "play", #"Space expected after closing '"'"#),
            (#"play 3"4""#, "play", "Invalid unquoted character"),
            ("find title it's", "find", "Invalid unquoted character"),
            ("play" + String(repeating: " 1", count: 65), "play", "Too many arguments"),
        ]
    )
    func damage(line: String, command: String, message: String) {
        let error = #expect(throws: MPDRequest.Malformed.self) {
            try MPDRequest(parsing: line)
        }
        #expect(error?.command == command)
        #expect(error?.fault == MPDFault(.unknown, message))
    }

    @Test("are taken from any pieces of the bytes")
    func pieces() {
        let bytes = Array("status\r\nadd \"ä\"\nplay".utf8)
        for size in 1...bytes.count {
            var reader = MPDLineReader()
            var lines: [MPDLineReader.Line] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                reader.append(bytes[start..<min(start + size, bytes.count)])
                while let line = reader.next() { lines.append(line) }
            }
            #expect(lines == [.text("status"), .text("add \"ä\"")])
        }
    }

    @Test("that are too long or not text are refused once, and the next line is read")
    func hostile() {
        var reader = MPDLineReader()
        var lines: [MPDLineReader.Line] = []
        let long = [UInt8](repeating: 0x61, count: 50_000)
        for _ in 0..<10 {
            reader.append(long)
            while let line = reader.next() { lines.append(line) }
        }
        reader.append(Array("\nping\n".utf8) + [0xFF, 0x0A, 0x00, 0x0A] + Array("stop\n".utf8))
        while let line = reader.next() { lines.append(line) }
        #expect(lines == [.tooLong, .text("ping"), .garbage, .garbage, .text("stop")])
    }

    @Test("may be as long as the daemon's")
    func longest() {
        for (count, isTaken) in [(MPDLineReader.limit, true), (MPDLineReader.limit + 1, false)] {
            var reader = MPDLineReader()
            reader.append([UInt8](repeating: 0x61, count: count) + [0x0D, 0x0A])
            #expect((reader.next() != .tooLong) == isTaken)
            #expect(reader.next() == nil)
        }
    }
}
