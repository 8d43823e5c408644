import TestSupport
import Testing

/// A bar of the song lasts two seconds at first; 2:1 is frame 96,000.
@Suite("Commands that wait for a place and what else happens there", .serialized)
struct ActionMeetingTests {
    /// A daemon that plays, and a client that hears of actions.
    private func playing(
        _ speed: String,
        _ events: String = "action"
    ) async throws -> (daemon: DaemonRun, client: ProtocolClient) {
        let daemon = try await DaemonRun()
        let client = try daemon.client()
        #expect(try await client.ask("subscribe \(events)") == ["OK"])
        #expect(try await client.ask("speed \(speed)") == ["OK"])
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        return (daemon, client)
    }

    @Test("let a change follow at once, and every later one")
    func changeAtOnce() async throws {
        let (daemon, client) = try await playing("2")
        for turn in 1...4 {
            #expect(try await client.ask("solo 1 at=next-beat").last == "OK")
            // The engine has been told, and is yet to do it.
            #expect(try await client.event("action").contains("command=solo state=done"))
            #expect(try await client.ask("transpose \(turn)") == ["OK"])
            #expect(try await client.ask("seek 1:1") == ["OK"])
        }
        #expect(try await client.ask("solo 1 at=1:2").last == "OK")
        #expect(try await client.event("action").contains("command=solo state=done"))
        #expect(try await client.ask("transpose 7") == ["OK"])
        // Where changes are lost the loop is too, and playing never comes here again.
        #expect(try await client.ask("pause at=1:3").last == "OK")
        #expect(try await client.event("action").contains("command=pause state=done"))
        #expect(try await client.ask("continue") == ["OK"])
        #expect(try await client.ask("solo 1 at=1:4").last == "OK")
        #expect(try await client.event("action").contains("command=solo state=done"))
        #expect(try await client.ask("transpose 8") == ["OK"])
        try await Task.sleep(for: .milliseconds(100))
        #expect(try await client.ask("loop 1:1..2:3") == ["OK"])
        #expect(try await client.ask("pause at=1:2").last == "OK")
        #expect(try await client.event("action", within: 5).contains("command=pause state=done"))
        #expect(await daemon.end().status == .exited(0))
    }

    @Test("are all done on their frame, where one of them changes the tempo")
    func tempo() async throws {
        let (daemon, client) = try await playing("2")
        #expect(try await client.ask("tempo 60 at=2:1").last == "OK")
        #expect(try await client.ask("transpose 2 at=2:1").last == "OK")
        let first = try await client.event("action")
        #expect(first.contains("command=tempo state=done due=96000 frame=96000"), "\(first)")
        // At half the tempo a bar has twice the frames.
        let second = try await client.event("action")
        #expect(second.contains("command=transpose state=done due=192000 frame=192000"))
        #expect(try await client.ask("status").contains("transpose: 2"))
        #expect(await daemon.end().status == .exited(0))
    }

    @Test("are done at once where playing is at their place already, whatever else waits")
    func placeThatPlays() async throws {
        let daemon = try await DaemonRun()
        let client = try daemon.client()
        #expect(try await client.ask("subscribe action") == ["OK"])
        for _ in 0..<5 {
            // All in one go, so that the first period is hardly over.
            try await client.send("play \(daemon.song)\ntranspose 2 at=2:1\nmute 1 at=1:1")
            #expect(try await client.answer() == ["OK"])
            #expect(try await client.answer().last == "OK")
            // A busy machine may be late: then it is refused.
            let answer = try await client.answer()
            guard answer.last == "OK" else {
                #expect(answer.last?.contains("already been passed") ?? false, "\(answer)")
                continue
            }
            // The one that still waited for the file before is told of first.
            var event = ""
            repeat {
                event = try await client.event("action")
            } while event.contains("state=cancelled")
            #expect(event.contains("command=mute state=done due=0 "), "\(event)")
        }
        #expect(await daemon.end().status == .exited(0))
    }

    @Test("begin a loop at its place without going there before")
    func loop() async throws {
        let (daemon, client) = try await playing("2", "action transport")
        #expect(try await client.ask("loop 2:1..3:1 at=2:1").last == "OK")
        var told: [String] = []
        while let line = try await client.line() {
            told.append(line)
            if line.hasPrefix("EVENT action ") { break }
        }
        #expect(told.last?.contains("state=done due=96000 frame=96000") ?? false, "\(told)")
        #expect(!told.contains { $0.contains("located") }, "\(told)")
        // It comes round.
        #expect(try await client.ask("pause at=2:2").last == "OK")
        #expect(try await client.event("action").contains("command=pause state=done"))
        #expect(try await client.ask("continue") == ["OK"])
        #expect(try await client.ask("pause at=2:2").last == "OK")
        #expect(try await client.event("action").contains("command=pause state=done"))
        #expect(await daemon.end().status == .exited(0))
    }

    @Test("leave a loop at its end, and go from there to another")
    func loopEnd() async throws {
        let (daemon, client) = try await playing("4")
        #expect(try await client.ask("loop 1:1..2:1") == ["OK"])
        #expect(try await client.ask("mute 1 at=2:1").last == "OK")
        #expect(try await client.event("action").contains("command=mute state=done due=96000"))
        #expect(try await client.ask("unmute 1 at=1:1").last == "OK")
        #expect(try await client.event("action").contains("command=unmute state=done due=0 "))
        #expect(try await client.ask("loop 2:1..3:1 at=2:1").last == "OK")
        #expect(try await client.event("action").contains("command=loop state=done due=96000"))
        #expect(try await client.ask("loop off at=3:1").last == "OK")
        #expect(try await client.event("action").contains("command=loop state=done due=192000"))
        #expect(try await client.ask("pause at=3:2").last == "OK")
        #expect(try await client.event("action").contains("command=pause state=done"))
        #expect(await daemon.end().status == .exited(0))
    }

    @Test("do not end a count-in, nor do others")
    func countIn() async throws {
        let daemon = try await DaemonRun()
        let client = try daemon.client()
        #expect(try await client.ask("play count-in=8 \(daemon.song)") == ["OK"])
        func isCounting() async throws -> Bool {
            try await client.ask("status").contains("frames: 0")
        }
        for change in ["mute 1", "speed 2", "tempo 90", "transpose 3", "loop 1:1..2:1"] {
            #expect(try await client.ask(change) == ["OK"])
            // What was changed plays when the engine has answered.
            try await Task.sleep(for: .milliseconds(60))
            #expect(try await isCounting(), "\(change)")
        }
        #expect(await daemon.end().status == .exited(0))
    }

    @Test("are done in the last frames of a file, before what follows")
    func lastFrames() async throws {
        let (daemon, client) = try await playing("1")
        #expect(try await client.ask("play \(daemon.place.folder.path("other.mid"))") == ["OK"])
        #expect(try await client.ask("enqueue \(daemon.song)").last == "OK")
        #expect(try await client.ask("gain -3 at=959t").last == "OK")
        let event = try await client.event("action")
        #expect(event.contains("command=gain state=done"), "\(event)")
        #expect(await daemon.end().status == .exited(0))
    }
}
