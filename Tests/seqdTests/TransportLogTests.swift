import TestSupport
import Testing

@Suite("The daemon's log")
struct TransportLogTests {
    @Test("says at which bar and beat of which file a command failed that waited")
    func action() async throws {
        let daemon = try await DaemonRun()
        let client = try daemon.client()
        _ = try await client.ask("subscribe action")
        _ = try await client.ask("play \(daemon.song)")
        _ = try await client.ask("enqueue \(daemon.song)")
        #expect(try await client.ask("jump at=next-bar 2").last == "OK")
        #expect(try await client.ask("remove 2").last == "OK")
        #expect(try await client.event("action").contains("state=failed"))
        let run = await daemon.end()
        #expect(run.errorText.contains("warning: \(daemon.song): jump at "), "\(run)")
        #expect(!run.errorText.contains("frame"), "\(run)")
    }
}
