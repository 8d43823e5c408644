import Foundation
import TestSupport
import Testing

@Suite("Groups of commands")
struct DaemonGroupTests {
    private func status(_ key: String, _ client: SessionClient) async throws -> String? {
        try await client.ask("status").first { $0.hasPrefix("\(key): ") }
    }

    private func strip(_ client: SessionClient) async throws -> String? {
        try await client.ask("strips").first { $0.hasSuffix(" sampler") }
    }

    @Test("are done as a whole")
    func whole() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let commands = [
            "play \(run.song)", "begin", "gain -6", "strip sampler gain=-3 pan=20", "speed 2",
            "transpose 5", "mute 1", "note 1 C4 100 0.1", "note 1 E4 100 0.1",
        ]
        for command in commands {
            #expect(try await client.ask(command).last == "OK", "\(command)")
        }
        // Nothing has been done yet; what only reads is answered at once.
        #expect(try await status("gain", client) == "gain: 0")
        #expect(try await client.ask("end").last == "OK")
        #expect(try await status("gain", client) == "gain: -6")
        #expect(try await status("speed", client) == "speed: 2")
        #expect(try await status("transpose", client) == "transpose: 5")
        #expect(try await status("muted", client) == "muted: ch:1")
        #expect(try await strip(client)?.contains("gain=-3 pan=20") ?? false)
        try await run.end()
    }

    @Test(
        "are not done at all if one command fails",
        arguments: [
            (
                "mute 9", true,
                "ERR 64 command 2 of the group, mute: ch:9: no match; the channels are: 1"
            ),
            ("strip bass gain=1", true, "ERR 64 command 2 of the group, strip: strip \"bass\": no"),
            ("loop 3:1..2:1", true, "ERR 64 command 2 of the group, loop: 3:1..2:1: the loop must"),
            ("seek 99999:1", true, "ERR 64 command 2 of the group, seek: "),
            ("effect reverb=rom", true, "ERR -32602 command 2 of the group, effect: reverb: no "),
            ("note 9/1 C4 100", true, "ERR 64 command 2 of the group, note: input 9: expected 1"),
            ("midi 90", true, "ERR 64 command 2 of the group, midi: not complete MIDI messages"),
            (
                "gain x", false,
                "ERR -32602 nothing was done: command 2 of the group was refused: gain:"
            ),
            (
                "stop", false,
                "ERR 64 nothing was done: command 2 of the group was refused: stop: not possible "
                    + "between begin and end"
            ),
            (
                "speed 3 at=9:1", false,
                "ERR 64 nothing was done: command 2 of the group was refused: at: not possible"
            ),
        ]
    )
    func none(_ command: String, _ isKept: Bool, _ expected: String) async throws {
        let run = try await SessionRun()
        let client = run.client()
        for command in ["play \(run.song)", "begin", "gain -6"] {
            #expect(try await client.ask(command).last == "OK")
        }
        let answer = try await client.ask(command)
        #expect(isKept ? answer == ["OK"] : answer.last?.hasPrefix("ERR") ?? false, "\(answer)")
        #expect(try await client.ask("speed 3") == ["OK"])
        let failure = try await client.ask("end")
        #expect(failure.last?.hasPrefix(expected) ?? false, "\(failure)")
        #expect(try await status("gain", client) == "gain: 0")
        #expect(try await status("speed", client) == "speed: 1")
        // The group has ended.
        #expect(try await client.ask("gain -3") == ["OK"])
        #expect(try await status("gain", client) == "gain: -3")
        try await run.end()
    }

    @Test("can be discarded, and do not nest")
    func discarded() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let other = run.client()
        #expect(try await client.ask("end") == ["ERR 64 end: expected begin before"])
        #expect(try await client.ask("discard") == ["ERR 64 discard: expected begin before"])
        #expect(try await client.ask("begin") == ["OK"])
        #expect(
            try await client.ask("begin")
                == ["ERR 64 begin: a group has begun already; expected end or discard"]
        )
        #expect(try await client.ask("gain -6") == ["OK"])
        // A group is its client's alone.
        #expect(try await other.ask("gain -1") == ["OK"])
        #expect(try await status("gain", other) == "gain: -1")
        #expect(try await client.ask("discard") == ["OK"])
        #expect(try await status("gain", client) == "gain: -1")
        try await run.end()
    }

    @Test("wait for a position")
    func scheduled() async throws {
        let run = try await SessionRun()
        let client = run.client()
        for command in [
            "subscribe action", "play \(run.song)", "begin", "gain -6", "solo 1",
            "strip sampler mute=on",
        ] {
            #expect(try await client.ask(command).last == "OK")
        }
        let answer = try await client.ask("end at=101:1")
        #expect(answer.contains("due: 9600000"), "\(answer)")
        #expect(try await status("gain", client) == "gain: 0")
        #expect(try await client.ask("seek 100:1") == ["OK"])
        let event = try await client.event("action")
        #expect(event.contains("command=end state=done due=9600000 frame=9600000"), "\(event)")
        #expect(try await status("gain", client) == "gain: -6")
        #expect(try await status("soloed", client) == "soloed: ch:1")
        #expect(try await strip(client)?.contains("mute=on") ?? false)
        // One that cannot be done is refused before it is scheduled.
        for command in ["begin", "mute 9"] { _ = try await client.ask(command) }
        #expect(try await client.ask("end at=900:1").last?.hasPrefix("ERR 64 command 1") ?? false)
        // A group that seeks is done as a whole, too.
        for command in ["begin", "seek 20:1", "gain -9"] { _ = try await client.ask(command) }
        _ = try await client.ask("end at=next-beat")
        #expect(try await client.event("action").contains("command=end state=done"))
        #expect(try await status("gain", client) == "gain: -9")
        #expect(try await status("position", client)?.hasPrefix("position: 20:1") ?? false)
        try await run.end()
    }

    @Test("work in a batch of JSON-RPC")
    func batch() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let answer = try await client.askJSON(
            #"[{"jsonrpc":"2.0","id":1,"method":"begin"},"#
                + #"{"jsonrpc":"2.0","id":2,"method":"gain","params":[-6]},"#
                + #"{"jsonrpc":"2.0","id":3,"method":"end"}]"#
        )
        #expect(answer.contains(#""id":3,"result":{}"#) || answer.contains(#""result":{},"id":3"#))
        #expect(try await status("gain", client) == "gain: -6")
        try await run.end()
    }
}
