import ControlProtocol
import Sequencer
import Testing

@testable import SeqdDaemon

@Suite("A session")
@EventLoop
struct SessionTests {
    @Test("answers each line in words with one OK or error")
    func words() {
        let daemon = FakeDaemon()
        #expect(daemon.say("ping") == ["OK"])
        #expect(daemon.say("  gain 1 at=2:1\t") == ["OK"])
        #expect(
            daemon.requests.last
                == Request(Command.Gain(decibels: 1), at: .barBeat(bar: 2, beat: 1, tick: 0))
        )
        #expect(daemon.say("gain 2") == ["ERR 75 not 2.0"])
        #expect(daemon.say("pong")[0].hasPrefix("ERR -32601 unknown command 'pong'; "))
        #expect(daemon.say("gain")[0].hasPrefix("ERR -32602 DB is missing; "))
        #expect(daemon.say("") == ["ERR -32600 empty line; help lists the commands"])
        #expect(daemon.say(" \t")[0].hasPrefix("ERR -32600 "))
        #expect(daemon.say("presets") == ["OK"])
    }

    @Test("answers lines that are not text, and then the next")
    func garbage() {
        let daemon = FakeDaemon()
        #expect(
            daemon.say(.garbage("bytes"), .tooLong, .text("ping")) == [
                "ERR -32700 bytes", "ERR -32600 the line is longer than 65536 bytes", "OK",
            ]
        )
        for line in ["play \"/a", "play \"/a\"b", "play \"\\q\""] {
            #expect(daemon.say(line)[0].hasPrefix("ERR -32602 "), "\(line)")
        }
    }

    private static let answers: [(request: String, answer: String)] = [
        (
            #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":1,"result":{}}"#
        ),
        (
            #" {"id":"x","method":"ping","jsonrpc":"2.0"} "#,
            #"{"jsonrpc":"2.0","id":"x","result":{}}"#
        ),
        (
            #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":null,"result":{}}"#
        ),
        (
            #"{"jsonrpc":"2.0","id":1.5,"method":"ping","params":[]}"#,
            #"{"jsonrpc":"2.0","id":1.5,"result":{}}"#
        ),
        (
            #"{"jsonrpc":"2.0","id":-3,"method":"presets","params":{}}"#,
            #"{"jsonrpc":"2.0","id":-3,"result":{"presets":[]}}"#
        ),
        (
            #"{"jsonrpc":"2.0","id":2,"method":"gain","params":[2]}"#,
            #"{"jsonrpc":"2.0","id":2,"error":{"code":75,"message":"not 2.0"}}"#
        ),
        (
            #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#,
            #"[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}]"#
        ),
    ]

    @Test("answers JSON-RPC as its specification requires")
    func json() {
        let daemon = FakeDaemon()
        for (request, answer) in Self.answers {
            #expect(daemon.say(request) == [answer])
        }
    }

    private static let refusals: [(request: String, number: Int, id: String)] = [
        ("{", -32700, "null"), ("[1,]", -32700, "null"), ("{\"a\":01}", -32700, "null"),
        ("{\"a\":\"\\ud800\"}", -32700, "null"), ("[]", -32600, "null"),
        ("[1]", -32600, "null"), ("{}", -32600, "null"),
        (#"{"jsonrpc":"2.0","method":1,"id":5}"#, -32600, "5"),
        (#"{"jsonrpc":"2.0","method":"ping","id":{}}"#, -32600, "null"),
        (#"{"jsonrpc":"1.0","method":"ping","id":1}"#, -32600, "1"),
        (#"{"jsonrpc":"2.0","method":"pong","id":1}"#, -32601, "1"),
        (#"{"jsonrpc":"2.0","method":"ping","params":1,"id":1}"#, -32600, "1"),
        (#"{"jsonrpc":"2.0","method":"gain","params":{"decibels":true},"id":1}"#, -32602, "1"),
        (String(repeating: "[", count: 60_000), -32700, "null"),
    ]

    @Test("refuses JSON that is not a request with the number of the specification")
    func refusal() {
        let daemon = FakeDaemon()
        for (request, number, id) in Self.refusals {
            let answer = daemon.say(request)
            let expected = "\"id\":\(id),\"error\":{\"code\":\(number),"
            #expect(answer.count == 1 && answer[0].contains(expected), "\(answer)")
        }
        let one = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        let batch = "[\(Array(repeating: one, count: 101).joined(separator: ","))]"
        #expect(daemon.say(batch)[0].contains("-32600"))
        #expect(daemon.requests.isEmpty)
    }

    @Test("does not answer a notification, not even one that fails")
    func notification() {
        let daemon = FakeDaemon()
        for line in [
            #"{"jsonrpc":"2.0","method":"gain","params":[1]}"#,
            #"{"jsonrpc":"2.0","method":"nonsense"}"#,
            #"[{"jsonrpc":"2.0","method":"gain","params":[3]}]"#,
        ] {
            #expect(daemon.say(line) == [], "\(line)")
        }
        #expect(
            daemon.requests
                == [1, 3].map { Request(Command.Gain(decibels: $0)) }
        )
    }

    @Test("has later requests wait for one that takes time")
    func order() async {
        let daemon = FakeDaemon()
        #expect(daemon.say(.text("play /a"), .text("ping"), .text("play /b")) == [])
        #expect(daemon.session?.isWaiting == true)
        #expect(daemon.requests.count == 1)
        #expect(
            await daemon.complete(.success(Reply(Command.Next(), Done(warning: "w")))) == [
                "warning: w", "OK", "OK",
            ]
        )
        #expect(daemon.requests.count == 3)
        let error = RequestError(.noInput, "/b: no such file")
        #expect(await daemon.complete(.failure(error)) == ["ERR 66 /b: no such file"])
        #expect(daemon.session?.isWaiting == false)
    }

    @Test("answers a batch in its order, with requests that take time")
    func batch() async {
        let daemon = FakeDaemon()
        let said = daemon.say(
            #"[{"jsonrpc":"2.0","id":1,"method":"play","params":["/a"]},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#
        )
        #expect(said == [])
        let files = FileRequest(paths: ["/a"])
        let added = Reply(Command.Play(files), AddedFiles(entry: nil, added: 2))
        #expect(
            await daemon.complete(.success(added)) == [
                #"[{"jsonrpc":"2.0","id":1,"result":{"added":2}},{"jsonrpc":"2.0","id":2,"result":{}}]"#
            ]
        )
    }

    @Test("sends nothing after its end, not even the answer of a request that completes then")
    func end() async {
        let daemon = FakeDaemon()
        daemon.say("subscribe bar")
        daemon.say("play /a")
        daemon.session?.end()
        #expect(await daemon.complete(.success(.done)) == [])
        #expect(daemon.publish(.bar(BarStart(bar: 1, seconds: 0))) == [])
    }

    @Test("refuses the commands that its role does not include")
    func permission() {
        let observer = FakeDaemon(.observer)
        #expect(observer.say("status") == ["OK"])
        let refusal = "pause: needs the role transport, and this client has the role observer"
        #expect(observer.say("pause") == ["ERR 77 \(refusal)"])
        #expect(observer.say("pause at=next-bar") == ["ERR 77 \(refusal)"])
        #expect(observer.requests.count == 1)
        let transport = FakeDaemon(.transport)
        #expect(transport.say("pause") == ["OK"])
        #expect(
            transport.say("quit")
                == ["ERR 77 quit: needs the role admin, and this client has the role transport"]
        )
    }

    @Test("refuses each command to each role that lacks it, in both dialects and in batches")
    func roles() {
        for role in Permission.allCases {
            let daemon = FakeDaemon(role)
            for command in CommandTable.commands {
                let name = command.name
                let json = #"{"jsonrpc":"2.0","id":1,"method":"\#(name)"}"#
                let answers = daemon.say(name) + daemon.say(json) + daemon.say("[\(json)]")
                let refusals = answers.filter {
                    $0.hasPrefix("ERR 77 \(name): ")
                        || $0.contains(#"{"code":77,"message":"\#(name): "#)
                }
                #expect(refusals.count == (command.permission > role ? 3 : 0), "\(role) \(answers)")
            }
            // Nothing that was refused has reached the daemon.
            #expect(
                daemon.requests.allSatisfy {
                    $0.command.details.permission <= role
                }
            )
        }
    }
}
