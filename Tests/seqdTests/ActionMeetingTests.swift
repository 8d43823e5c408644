import TestSupport
import Testing

/// At twice its speed a bar of the song lasts a second.
///
/// Requests made while it plays have two bars of time, since a busy machine can stop for a
/// second.
@Suite("Scheduled commands and other changes", .serialized)
struct ActionMeetingTests {
    /// A daemon that plays, and a client that hears of actions.
    private func playing(
        _ speed: String,
        _ events: String = "action"
    ) async throws -> (daemon: SessionRun, client: SessionClient) {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("subscribe \(events)") == ["OK"])
        #expect(try await client.ask("speed \(speed)") == ["OK"])
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        return (daemon, client)
    }

    @Test("let a change follow at once, and every later one")
    func changeAtOnce() async throws {
        let (daemon, client) = try await playing("2")
        for turn in 1...2 {
            #expect(try await client.ask("solo 1 at=next-beat").last == "OK")
            // The engine has been told, and is yet to do it.
            #expect(try await client.event("action").contains("command=solo state=done"))
            #expect(try await client.ask("transpose \(turn)") == ["OK"])
            #expect(try await client.ask("seek 1:1") == ["OK"])
        }
        #expect(try await client.ask("solo 1 at=3:1").last == "OK")
        #expect(try await client.event("action").contains("command=solo state=done"))
        #expect(try await client.ask("transpose 7") == ["OK"])
        // Where changes are lost the loop is too, and playing never comes here again.
        #expect(try await client.ask("pause at=5:1").last == "OK")
        #expect(try await client.event("action").contains("command=pause state=done"))
        #expect(try await client.ask("solo 1 at=5:4").last == "OK")
        #expect(try await client.ask("continue") == ["OK"])
        #expect(try await client.event("action").contains("command=solo state=done"))
        #expect(try await client.ask("transpose 8") == ["OK"])
        try await Task.sleep(for: .milliseconds(100))
        #expect(try await client.ask("loop 1:1..8:1") == ["OK"])
        #expect(try await client.ask("pause at=1:2").last == "OK")
        #expect(try await client.event("action").contains("command=pause state=done"))
        try await daemon.end()
    }
}
