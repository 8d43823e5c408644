import Foundation
import TestSupport
import Testing

@Suite("A wrong value for an argument of a command", .serialized)
struct WrongValueTests {
    /// Neither a number nor a name of anything.
    private static let wrong = "wr?ng"

    /// What `help` says in JSON about the commands.
    private struct Help: Decodable {
        struct Result: Decodable {
            var commands: [Command]?
            var parameters: [Parameter]?
        }
        struct Command: Decodable {
            var name: String
            var usage: String
        }
        struct Parameter: Decodable {
            var name: String
            var type: String
        }
        var result: Result
    }

    private static func help(
        _ client: some DaemonClient,
        _ command: String? = nil
    ) async throws -> Help.Result {
        let params = command.map { ",\"params\":[\"\($0)\"]" } ?? ""
        let answer = try await client.askJSON(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"help\"\(params)}"
        )
        return try JSONDecoder().decode(Help.self, from: Data(answer.utf8)).result
    }

    @Test("stands in the message, and so does the argument's name, in both dialects")
    func names() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        var tested = 0
        for command in try #require(try await Self.help(client).commands) {
            let parameters = try #require(try await Self.help(client, command.name).parameters)
            for (index, parameter) in parameters.enumerated() {
                // Any text may be a strip: it is looked for when the target is right.
                if command.name == "tap", parameter.name == "strip" { continue }
                // So may the command of a map, and the start of a source that is not named.
                if command.name == "map", parameter.name == "command" { continue }
                if command.name == "follow", parameter.name == "start" { continue }
                // So may the name of a clip, and that of its strip.
                if command.name == "load-clip", ["name", "strip"].contains(parameter.name) {
                    continue
                }
                // So may the name of a sound that is sent.
                if command.name == "send-sound", parameter.name == "name" { continue }
                // The file is looked for when there is a name.
                if command.name == "load-clip", parameter.name == "file" { continue }
                // The parameters of an insert depend on its kind, which is that of the strip's.
                let isInsert = command.name.hasSuffix("-insert")
                if isInsert, ["name", "parameters"].contains(parameter.name) { continue }
                // A playlist or a scene may have almost any name.
                let isPlaylist =
                    parameter.name == "name"
                    && ["save", "load", "delete-playlist", "save-scene", "scene", "delete-scene"]
                        .contains(command.name)
                // Any text is a pattern, but not of an input that does not exist.
                let wrong =
                    isPlaylist
                    ? Self.wrong + "/x"
                    : parameter.name == "pattern" ? "9=" + Self.wrong : Self.wrong
                let answer = try await client.askJSON(
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(command.name)\","
                        + "\"params\":{\"\(parameter.name)\":\"\(wrong)\"}}"
                )
                #expect(answer.contains("\"error\":"), "\(command.name): \(answer)")
                #expect(answer.contains(Self.wrong), "\(command.name): \(answer)")
                // Any text may be a name; those fail when it is looked for.
                let isText = ["help", "seek-lyric"].contains(command.name)
                if !isText || parameter.name == "at" {
                    #expect(
                        answer.contains("\"\(parameter.name): "),
                        "\(command.name) \(parameter.name): \(answer)"
                    )
                }
                let isOption = command.usage.contains("[\(parameter.name)=")
                guard index == 0 || isOption else { continue }
                let word = isOption ? "\(parameter.name)=\(wrong)" : wrong
                let lines = try await client.ask("\(command.name) \(word)")
                #expect(lines.count == 1 && lines[0].hasPrefix("ERR "), "\(lines)")
                #expect(lines[0].contains(Self.wrong), "\(command.name) \(word): \(lines)")
                tested += 1
            }
        }
        #expect(tested > 40)
        try await daemon.end()
    }

    private static let messages: [(words: String, message: String)] = [
        (
            "tempo abc",
            "tempo: \"abc\": expected quarter notes per minute, 4 to 1000, such as 92.5, or off"
        ),
        ("gain 25", "gain: \"25\": expected number, -60 to 24 dB"),
        (
            "note 1 128 100",
            "note: \"128\": expected 0 to 127, or a note such as C4 (60), F#3, Bb-1"
        ),
        (
            "note 17 60 100",
            "note: \"17\": expected channel, 1 to 16, or INPUT/CHANNEL such as 2/10"
        ),
        ("note 3/1 60 100", "input 3: expected 1: there is only one"),
        ("program 1 0:128", "program: \"0:128\": expected BANK:PROGRAM such as 0:48"),
        ("midi 90 3", "midi: \"3\": expected hexadecimal digits, two per byte, such as 903C64"),
        ("connect 9=keys", "connect: \"9=keys\": no input 9, expected 1 (--inputs makes more)"),
        (
            "disconnect 1=",
            "disconnect: \"1=\": expected the name of a client or port, or a pattern"
        ),
        ("watch of", "\"of\": expected "),
        ("loop off 3", "too many arguments: \"3\"; loop off takes no count"),
        ("loop off 3 at=9:1", "too many arguments: \"3\"; loop off takes no count"),
        ("loop 1:1", "loop: \"1:1\": expected on, off, file or two positions, 17:1..25:1"),
        ("loop 1:1..x", "loop: \"x\" is not a position"),
        ("solo off 1 at=9:1", "solo: off cannot be combined with other selectors"),
        ("varispeed 9", "speed: \"9\": expected speed: 0.5, 3/4, 150%; 1/100 to 8"),
        ("speed 0", "speed: \"0\": expected speed: 0.5, 3/4, 150%; 1/100 to 100"),
        ("strip live gian=3", "no option \"gian\"; did you mean gain=?"),
        ("strip live loudness=3", "no option \"loudness\"; usage: strip NAME [gain=DB]"),
        ("pause now", "too many arguments: \"now\"; usage: pause [at=POSITION]"),
        ("seek-lyric lá", "\"lá\": the file has no lyrics"),
    ]

    @Test("is reported with the expected values")
    func texts() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        for (words, message) in Self.messages {
            let answer = try await client.ask(words)
            #expect(answer.count == 1 && answer[0].contains(message), "\(words): \(answer)")
        }
        let number = try await client.askJSON(
            #"{"jsonrpc":"2.0","id":1,"method":"gain","params":[25]}"#
        )
        #expect(number.contains("\"gain: 25: expected number"), "\(number)")
        let object = try await client.askJSON(
            #"{"jsonrpc":"2.0","id":1,"method":"speed","params":{"speed":{"a":1}}}"#
        )
        #expect(object.contains(#"speed: {\"a\":1}: expected speed"#), "\(object)")
        try await daemon.end()
    }

    @Test("is cut if it is long")
    func long() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        let answer = try await client.ask("gain \(String(repeating: "9", count: 60_000))")
        #expect(answer.count == 1 && answer[0].hasPrefix("ERR -32602 gain: \"999"))
        #expect(answer[0].utf8.count < 200, "\(answer[0].prefix(300))")
        try await daemon.end()
    }
}
