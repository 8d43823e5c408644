import TestSupport
import Testing

@Suite("A scheduled command", .serialized)
struct ActionTests {
    @Test("is done there, and an event reports it")
    func done() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("subscribe action") == ["OK"])
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        // 120 beats a minute at 48 kHz.
        let answer = try await client.ask("transpose 2 at=101:3")
        #expect(answer.contains("due: 9648000"), "\(answer)")
        #expect(try await client.ask("seek 101:1") == ["OK"])
        let event = try await client.event("action")
        // Where the machine is late it is done some periods later; ScheduledPlayingTests has the frame.
        #expect(event.contains("command=transpose state=done due=9648000 frame=96"), "\(event)")
        #expect(try await client.ask("status").contains("transpose: 2"))
        let paused = try await client.ask("pause at=next-bar")
        #expect(paused.last == "OK")
        let pause = try await client.event("action")
        #expect(pause.contains("command=pause state=done due="), "\(pause)")
        let due = pause.split(separator: " ").first { $0.hasPrefix("due=") }?.dropFirst(4)
        #expect(due.flatMap { Int($0) }.map { $0 > 9_648_000 && $0 % 96_000 == 0 } == true)
        #expect(try await client.ask("status").contains("state: paused"))
        try await daemon.end()
    }

    @Test("may fail at its position, and is refused after it")
    func failure() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("subscribe action") == ["OK"])
        let early = try await client.ask("gain 1 at=2:1")
        #expect(early.last?.hasPrefix("ERR 66 ") ?? false, "\(early)")
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        #expect(try await client.ask("next at=100:2").last == "OK")
        #expect(try await client.ask("seek 100:1") == ["OK"])
        let event = try await client.event("action")
        #expect(event.contains("command=next state=failed due=9528000 number=66"), "\(event)")
        let passed = try await client.ask("gain 1 at=1:1")
        #expect(passed.last?.hasPrefix("ERR 64 ") ?? false, "\(passed)")
    }

    @Test("is checked when it is accepted")
    func checked() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        for command in [
            "mute 7", "solo track:Nobody", "unmute 7", "seek 9999:1", "seek-lyric nothing",
            "loop 5:1..5:1", "jump 9", "strip bass gain=1", "effect hall reverb=room",
            "effect reverb=rom", "program 9/1 0:0", "cc 9/1 7 0", "note 9/1 60 100", "midi 90",
            "play /no/such.mid",
        ] {
            let now = try await client.ask(command)
            let later = try await client.ask("\(command) at=1000:1")
            #expect(later.count == 1 && later[0].hasPrefix("ERR "), "\(command): \(later)")
            #expect(later == now, "\(command): \(later), \(now)")
        }
        #expect(try await client.ask("cancel") == ["cancelled: 0", "OK"])
        try await daemon.end()
    }

    @Test("is not done any more after a stop, in another file, or when it is cancelled")
    func cancelled() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("subscribe action") == ["OK"])
        for end in ["stop", "play \(daemon.song)", "cancel"] {
            #expect(try await client.ask("play \(daemon.song)") == ["OK"])
            #expect(try await client.ask("speed 2 at=100:1").last == "OK")
            let command = daemon.client()
            #expect(try await command.ask(end).last == "OK")
            let event = try await client.event("action")
            #expect(event.contains("command=speed state=cancelled"), "\(end): \(event)")
        }
        // Behind a loop without an end it waits, and is shown to.
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        #expect(try await client.ask("loop 1:1..1:2") == ["OK"])
        #expect(try await client.ask("speed 2 at=20:1").last == "OK")
        let status = try await client.ask("status")
        let waiting = try #require(status.first { $0.hasPrefix("waiting: ") }, "\(status)")
        #expect(waiting.hasSuffix(" speed 20:1 1824000"), "\(waiting)")
        let json = try await client.askJSON(#"{"jsonrpc":"2.0","id":1,"method":"status"}"#)
        #expect(
            json.contains(#""command":"speed","position":"20:1","due":1824000}]"#),
            "\(json)"
        )
        #expect(try await client.ask("loop off") == ["OK"])
        #expect(try await client.ask("seek 19:4") == ["OK"])
        #expect(try await client.event("action").contains("command=speed state=done due=1824000"))
        #expect(try await !client.ask("status").contains { $0.hasPrefix("waiting: ") })
        #expect(try await client.ask("speed 1") == ["OK"])
        // Going somewhere else lets it wait.
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        #expect(try await client.ask("speed 2 at=100:1").last == "OK")
        #expect(try await client.ask("seek 99:4").last == "OK")
        #expect(try await client.event("action").contains("command=speed state=done"))
    }
}
