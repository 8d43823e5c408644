import ControlProtocol
import Testing
import WebProtocol

@Suite("Requests through the WebSocket")
struct RequestGuardTests {
    private func request(_ method: String, id: String? = "1") -> String {
        "{\"jsonrpc\":\"2.0\"" + (id.map { ",\"id\":\($0)" } ?? "") + ",\"method\":\"\(method)\"}"
    }

    @Test("pass if the role includes their command")
    func passing() {
        let commands: [(String, Permission)] = [
            ("status", .observer), ("subscribe", .observer), ("play", .transport),
            ("note", .transport), ("load-font", .admin), ("quit", .admin), ("tap", .admin),
        ]
        for (method, needed) in commands {
            for role in Permission.allCases {
                let verdict = RequestGuard(role: role).check(request(method)).verdict
                if role >= needed {
                    #expect(verdict == .pass(request(method)))
                } else if case .refuse(let answer) = verdict {
                    #expect(
                        answer.hasPrefix("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":77,")
                    )
                    #expect(answer.contains("needs the role \(needed.name)"))
                } else {
                    Issue.record("\(method), \(role): \(verdict)")
                }
            }
        }
    }

    @Test("have a role for every command, which is that of the table")
    func table() {
        for command in CommandTable.commands where command.permission > .observer {
            let verdict = RequestGuard(role: .observer).check(request(command.name)).verdict
            guard case .refuse = verdict else {
                Issue.record("\(command.name): \(verdict)")
                continue
            }
        }
    }

    @Test("that the daemon runs later with the role of its socket need that role")
    func mapping() {
        for method in ["map", "learn", "unmap"] {
            guard
                case .refuse(let answer) = RequestGuard(role: .transport).check(request(method))
                    .verdict
            else {
                Issue.record("\(method)")
                continue
            }
            #expect(answer.contains("\"code\":77"))
            #expect(
                RequestGuard(role: .admin).check(request(method)).verdict == .pass(request(method))
            )
        }
    }

    @Test("in a batch are all refused if one is")
    func batches() throws {
        let guardian = RequestGuard(role: .observer)
        let harmless = "[\(request("status")),\(request("queue", id: "2"))]"
        #expect(guardian.check(harmless).verdict == .pass(harmless))
        let verdict = guardian.check("[\(request("status")),\(request("stop", id: "\"b\""))]")
            .verdict
        guard case .refuse(let answer) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(answer.hasPrefix("[{") && answer.hasSuffix("}]"))
        #expect(answer.contains("\"id\":1,\"error\"") && answer.contains("\"id\":\"b\",\"error\""))
    }

    @Test("become one line, so that nothing can hide behind a line end")
    func lines() {
        let guardian = RequestGuard(role: .observer)
        #expect(
            guardian.check("{\n\"jsonrpc\": \"2.0\", \"id\": 1,\r\n\"method\": \"status\"}").verdict
                == .pass(request("status"))
        )
        for text in [
            "stop", "", request("status") + "\n" + request("stop"), "{\"jsonrpc\"", "\u{0}",
        ] {
            guard case .refuse(let answer) = guardian.check(text).verdict else {
                Issue.record("\(text)")
                continue
            }
            #expect(answer.contains("-32700"))
        }
    }

    @Test("without an ID get no answer, and are not done either")
    func notifications() {
        let guardian = RequestGuard(role: .observer)
        #expect(guardian.check(request("stop", id: nil)).verdict == .drop)
        #expect(guardian.check("[\(request("stop", id: nil))]").verdict == .drop)
    }

    @Test(
        "that are neither objects nor arrays never get through, as the daemon takes them for words",
        arguments: [
            "\"quit\"", "\"\"", "\"{\"", "\"[\"", " \"stop\"\n", "\"\\u0071uit\"", "1", "-1", "0.5",
            "1e308", "true", "false", "null",
        ]
    )
    func words(text: String) {
        for role in Permission.allCases {
            guard case .refuse(let answer) = RequestGuard(role: role).check(text).verdict else {
                Issue.record("\(text), \(role)")
                continue
            }
            #expect(
                answer.hasPrefix("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,")
            )
        }
    }

    @Test("that are none are answered by the daemon")
    func invalid() {
        let guardian = RequestGuard(role: .observer)
        for text in [
            "{}", "[1]", "[\"quit\"]", "[]", "{\"method\":\"stop\"}", request("no-such-command"),
        ] {
            #expect(guardian.check(text).verdict == .pass(text))
        }
    }

    @Test("count as many as a batch has")
    func counting() {
        let guardian = RequestGuard(role: .observer)
        for count in [1, 2, 100] {
            for method in ["status", "stop", "no-such-command"] {
                let batch = Array(repeating: request(method), count: count)
                let message = guardian.check("[\(batch.joined(separator: ","))]")
                #expect(message.requests == count)
            }
        }
        // A longer one is refused, and does not count as much.
        let long = Array(repeating: "1", count: 101).joined(separator: ",")
        for text in [
            "[]", request("status"), request("stop", id: nil), "1", "nothing", "[\(long)]",
        ] {
            #expect(guardian.check(text).requests == 1)
        }
        guard case .refuse = guardian.check("[\(long)]").verdict else {
            Issue.record("a long batch passes")
            return
        }
    }
}
