import Foundation
import JSON
import TestSupport
import Testing

/// A command as it is said in both dialects, and what it answers.
struct CommandCase: Sendable {
    /// Said before, in words.
    var before: [String] = []
    /// `$song`, `$other` and `$font` stand for paths.
    var words: String
    /// The parameters in JSON; empty for none.
    var json = ""
    /// What lines of the answer in words begin with, in this order.
    var lines: [String] = []
    /// What the result in JSON contains.
    var members: [String] = []

    static let all: [CommandCase] = [
        CommandCase(words: "play $song", json: #"{"path":"$song"}"#),
        CommandCase(
            before: ["play $song"],
            words: "enqueue $other",
            json: #"["$other"]"#,
            lines: ["entry: 2"],
            members: [#""entry":2"#]
        ),
        CommandCase(before: ["play $song", "enqueue $other"], words: "next"),
        CommandCase(before: ["play $other", "enqueue $song", "next"], words: "previous"),
        CommandCase(
            before: ["play $song", "enqueue $other"],
            words: "queue",
            lines: ["current: 1", "entry: 1 3h00m00.", "entry: 2 1.0"],
            members: [#""current":1"#, #"{"path":"$song","seconds":10800"#, #"{"path":"$other""#]
        ),
        CommandCase(before: ["play $song"], words: "clear"),
        CommandCase(before: ["play $song"], words: "pause"),
        CommandCase(before: ["play $song", "pause"], words: "continue"),
        CommandCase(before: ["play $song"], words: "stop"),
        CommandCase(before: ["play $song"], words: "seek 17:1", json: #"{"position":"17:1"}"#),
        CommandCase(words: "speed 3/4", json: #"{"speed":"3/4"}"#),
        CommandCase(
            before: ["play $song"],
            words: "loop 2:1..4:1",
            json: #"{"range":"2:1..4:1"}"#
        ),
        CommandCase(
            before: ["play $song"],
            words: "loop 2:1..4:1 3",
            json: #"{"range":"2:1..4:1","count":3}"#
        ),
        CommandCase(words: "loop file", json: #"["file"]"#),
        CommandCase(before: ["play $lyric"], words: "seek-lyric WORLD", json: #"["lo wor"]"#),
        CommandCase(words: "tempo 92.5", json: #"{"bpm":92.5}"#),
        CommandCase(before: ["play $song"], words: "metronome on", json: #"{"click":true}"#),
        CommandCase(
            before: ["play $song", "mute 1 at=3:1"],
            words: "cancel",
            lines: ["cancelled: 1"],
            members: [#""cancelled":1"#]
        ),
        CommandCase(
            before: ["play $song"],
            words: "transpose 2 at=100:1",
            json: #"{"semitones":2,"at":"100:1"}"#,
            lines: ["action: ", "due: "],
            members: [#""action":"#, #""due":"#]
        ),
        CommandCase(words: "chase-notes on", json: #"["on"]"#),
        CommandCase(words: "watch on", json: #"[false]"#),
        CommandCase(
            before: ["loop off", "tempo off", "metronome off", "chase-notes off"],
            words: "play count-in=2 $song",
            json: #"{"path":"$song","count-in":2}"#
        ),
        CommandCase(words: "gain -6.5", json: #"{"decibels":-6.5}"#),
        CommandCase(before: ["play $song"], words: "mute 1", json: #"{"selectors":[1]}"#),
        CommandCase(
            before: ["play $song", "mute 1"],
            words: "unmute all",
            json: #"{"selectors":"all"}"#
        ),
        CommandCase(before: ["play $song"], words: "solo off", json: #"["off"]"#),
        CommandCase(words: "transpose -12", json: #"[-12]"#),
        CommandCase(words: "load-font $font", json: #"{"fonts":["$font"]}"#),
        CommandCase(
            words: "presets",
            lines: ["preset: 0:0 ", "preset: 0:1 "],
            members: [#""presets":[{"bank":0,"program":0,"name":"#]
        ),
        CommandCase(words: "program 1 0:2", json: #"{"channel":1,"preset":"0:2"}"#),
        CommandCase(
            words: "note 1 60 100 0.1",
            json: #"{"channel":"1/1","key":60,"velocity":100,"seconds":0.1}"#
        ),
        CommandCase(words: "cc 1 64 127", json: #"{"channel":1,"number":64,"value":127}"#),
        CommandCase(words: "midi 90 3C64 803C00 input=1", json: #"{"bytes":"903C64803C00"}"#),
        CommandCase(words: "panic"),
        CommandCase(
            before: ["play $song", "gain -3", "speed 1", "loop off", "transpose 0", "unmute all"],
            words: "status",
            lines: [
                "state: playing", "file: $song", "entry: 1", "entries: 1", "position: ", "time: ",
                "frames: ", "ticks: ", "length: 3h00m00.", "bpm: 120", "speed: 1", "tempo: off",
                "loop: off", "metronome: off", "chase-notes: off", "watch: off", "gain: -3",
                "muted: none", "soloed: none", "transpose: 0", "voices: ", "xruns: ",
                "load: ", "peak: ", "font: $font", "device: ", "output: running", "rate: 48000",
                "sources: ", "sequencer: ", "clients: ",
            ],
            members: [
                #""state":"playing""#, #""file":"$song""#, #""gainDecibels":-3.0"#, #""seconds":"#,
                #""lengthSeconds":10800"#, #""fonts":["$font"]"#, #""muted":[]"#,
            ]
        ),
        CommandCase(words: "ports", members: [#""ports":["#]),
        CommandCase(
            words: "help gain",
            json: #"{"command":"gain"}"#,
            lines: ["usage: gain DB", "summary: ", "argument: DB: "],
            members: [
                #""usage":"gain DB [at=POSITION]""#, #""parameters":[{"name":"decibels""#,
            ]
        ),
        CommandCase(words: "ping"),
        CommandCase(
            words: "version",
            lines: ["version: 0.", "protocol: 1", "pid: "],
            members: [#""version":"0."#, #""protocol":1"#]
        ),
        CommandCase(words: "quit"),
        CommandCase(
            words: "subscribe transport position=5",
            json: #"{"types":["transport"],"position":5}"#
        ),
        CommandCase(words: "unsubscribe", json: #"{"types":"all"}"#),
    ]
}

@Suite("A command of the daemon", .serialized)
struct ProtocolCommandTests {
    @Test("is answered in both dialects")
    func answer() async throws {
        let daemon = try await DaemonRun()
        try daemon.place.add(Self.sung, "lyric.mid")
        for test in CommandCase.all where test.words != "quit" {
            try await inWords(test, daemon)
            try await inJSON(test, daemon)
        }
        #expect(await daemon.end().status == .exited(0))
    }

    /// Hello world, in syllables.
    private static var sung: SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { track in
            for (index, syllable) in ["Hel-", "lo ", "world"].enumerated() {
                track.text(at: UInt32(index) * 480, .lyric, syllable)
            }
            track.note(at: 0, length: 48_000, channel: 0, key: 60)
        }
        return song
    }

    @Test("`quit` is answered in both dialects")
    func quit() async throws {
        for test in CommandCase.all where test.words == "quit" {
            let first = try await DaemonRun()
            try await inWords(test, first)
            #expect(await first.process.finished().status == .exited(0))
            let second = try await DaemonRun()
            try await inJSON(test, second)
            #expect(await second.process.finished().status == .exited(0))
        }
    }

    private func inWords(_ test: CommandCase, _ daemon: DaemonRun) async throws {
        let client = try daemon.client()
        try await prepare(test, daemon, client)
        let answer = try await client.ask(filled(test.words, daemon))
        #expect(answer.last == "OK", "\(test.words): \(answer)")
        var lines = answer[...]
        for start in test.lines.map({ filled($0, daemon) }) {
            let place = lines.firstIndex { $0.hasPrefix(start) }
            #expect(place != nil, "\(test.words): no line \(start) in \(answer)")
            if let place { lines = lines[(place + 1)...] }
        }
    }

    private func inJSON(_ test: CommandCase, _ daemon: DaemonRun) async throws {
        let client = try daemon.client()
        try await prepare(test, daemon, client)
        let method = test.words.split(separator: " ").first.map(String.init) ?? ""
        let parameters = test.json.isEmpty ? "" : ",\"params\":" + filled(test.json, daemon)
        let answer = try await client.askJSON(
            "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"\(method)\"\(parameters)}"
        )
        #expect(answer.hasPrefix(#"{"jsonrpc":"2.0","id":"a","result":{"#), "\(method): \(answer)")
        for member in test.members {
            #expect(answer.contains(filled(member, daemon)), "no \(member) in \(answer)")
        }
    }

    private func prepare(
        _ test: CommandCase,
        _ daemon: DaemonRun,
        _ client: ProtocolClient
    ) async throws {
        for line in test.before {
            #expect(try await client.ask(filled(line, daemon)).last == "OK", "\(line)")
        }
    }

    private func filled(_ text: String, _ daemon: DaemonRun) -> String {
        text.replacingOccurrences(of: "$song", with: daemon.song)
            .replacingOccurrences(of: "$lyric", with: daemon.place.folder.path("lyric.mid"))
            .replacingOccurrences(of: "$other", with: daemon.place.folder.path("other.mid"))
            .replacingOccurrences(of: "$font", with: daemon.place.font)
    }

    @Test("has a case in this suite, whichever it is")
    func completeness() async throws {
        let daemon = try await DaemonRun()
        let help = try await daemon.client().ask("help").dropLast()
        let commands = help.compactMap { $0.split(separator: " ").dropFirst().first }
        #expect(commands.count > 20)
        let tested = Set(CommandCase.all.map { $0.words.split(separator: " ").first })
        for command in commands { #expect(tested.contains(command), "no case for \(command)") }
    }

    @Test("is refused parameters that it does not have, and one that comes twice")
    func parameters() async throws {
        let client = try await DaemonRun().client()
        for parameters in [#"{"decibels":1,"db":1}"#, #"{"decibels":1,"decibels":2}"#, "[1,2]"] {
            let answer = try await client.askJSON(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"gain\",\"params\":\(parameters)}"
            )
            #expect(answer.contains("\"error\":{\"code\":-32602,"), "\(answer)")
        }
    }

    private static let refusals: [(name: String, words: String, json: String, number: Int)] = [
        ("nonsense", "", "", -32601), ("gain", "", "", -32602),
        ("gain", "25", #"{"decibels":25}"#, -32602),
        ("gain", "nan", #"{"decibels":"6"}"#, -32602), ("gain", "1 2", "[1,2]", -32602),
        ("note", "17 60 100", "[17,60,100]", -32602), ("note", "1 60", "[1,60]", -32602),
        ("note", "1 60 1000000000000000000000", "[1,60,1e300]", -32602),
        ("seek", "0:1", #"{"position":"0:1"}"#, -32602),
        ("play", "song.mid", #"{"path":"song.mid"}"#, -32602),
        ("play", "/no/such/file.mid", #"{"path":"/no/such/file.mid"}"#, 66),
        ("enqueue", "/no/such/file.mid", #"["/no/such/file.mid"]"#, 66),
        ("load-font", "/no/such/font.sf2", #"{"fonts":"/no/such/font.sf2"}"#, 66),
        ("load-font", "/etc/passwd", #"{"fonts":["/etc/passwd"]}"#, 65),
        ("midi", "9", #"{"bytes":"9"}"#, -32602), ("midi", "zz", #"["zz"]"#, -32602),
        ("solo", "off 1", #"[["off",1]]"#, -32602),
        ("speed", "1e9", #"{"speed":1e9}"#, -32602),
        ("loop", "1:1", #"{"range":[1]}"#, -32602),
        ("subscribe", "trains", #"{"types":"trains"}"#, -32602),
        ("subscribe", "bar position=0", #"{"types":"bar","position":0}"#, -32602),
        ("help", "nonsense", #"["nonsense"]"#, -32601),
        ("program", "1 0:128", #"{"channel":1,"preset":128}"#, -32602),
    ]

    @Test("is refused with the same number in both dialects")
    func refusal() async throws {
        let daemon = try await DaemonRun()
        let client = try daemon.client()
        for (name, words, json, number) in Self.refusals {
            let answer = try await client.ask("\(name) \(words)")
            #expect(
                answer.count == 1 && answer[0].hasPrefix("ERR \(number) "),
                "\(name) \(words): \(answer)"
            )
            let parameters = json.isEmpty ? "" : ",\"params\":\(json)"
            let response = try await client.askJSON(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(name)\"\(parameters)}"
            )
            #expect(
                response.contains("\"error\":{\"code\":\(number),"),
                "\(name) \(json): \(response)"
            )
        }
        #expect(try await client.ask("ping") == ["OK"])
    }
}
