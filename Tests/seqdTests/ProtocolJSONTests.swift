import TestSupport
import Testing

@Suite("JSON-RPC on the daemon's socket", .serialized)
struct ProtocolJSONTests {
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
            #"{"jsonrpc":"2.0","id":-3,"method":"ping","params":{}}"#,
            #"{"jsonrpc":"2.0","id":-3,"result":{}}"#
        ),
        (
            #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#,
            #"[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}]"#
        ),
    ]

    @Test("answers as its specification has it")
    func answer() async throws {
        let client = try await DaemonRun().client()
        for (request, expected) in Self.answers {
            #expect(try await client.askJSON(request) == expected)
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
    ]

    @Test("refuses what is no request with the number that its specification names")
    func refusal() async throws {
        let client = try await DaemonRun().client()
        for (request, number, id) in Self.refusals {
            let answer = try await client.askJSON(request)
            let expected = "\"id\":\(id),\"error\":{\"code\":\(number),"
            #expect(answer.contains(expected), "\(request): \(answer)")
        }
        #expect(try await client.ask("ping") == ["OK"])
    }

    @Test("gives a notification no answer, not even for an error")
    func notification() async throws {
        let daemon = try await DaemonRun()
        let client = try daemon.client()
        try await client.send(#"{"jsonrpc":"2.0","method":"gain","params":[-7]}"#)
        try await client.send(#"{"jsonrpc":"2.0","method":"nonsense"}"#)
        try await client.send(#"[{"jsonrpc":"2.0","method":"gain","params":[100]}]"#)
        #expect(try await client.ask("status").contains("gain: -7"))
    }

    @Test("does not fall into documents that are nested deeply, or batches that are long")
    func bounds() async throws {
        let daemon = try await DaemonRun()
        let client = try daemon.client()
        let deep = try await client.askJSON(String(repeating: "[", count: 60_000))
        #expect(deep.contains("-32700"))
        let one = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        let batch = "[\(Array(repeating: one, count: 101).joined(separator: ","))]"
        #expect(try await client.askJSON(batch).contains("-32600"))
    }

    @Test("answers a batch in its order, with those that take their time")
    func slowBatch() async throws {
        let daemon = try await DaemonRun()
        let client = try daemon.client()
        let answer = try await client.askJSON(
            "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"play\",\"params\":[\"\(daemon.song)\"]},"
                + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}]"
        )
        #expect(
            answer
                == #"[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}]"#
        )
    }
}
