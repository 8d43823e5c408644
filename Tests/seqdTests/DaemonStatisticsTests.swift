import TestSupport
import Testing

@Suite("The daemon's statistics")
struct DaemonStatisticsTests {
    private func numbers(_ client: some DaemonClient) async throws -> [String: Double] {
        try await client.ask("stats").reduce(into: [:]) { numbers, line in
            let parts = line.split(separator: ":")
            if parts.count == 2 { numbers[String(parts[0])] = Double(parts[1].dropFirst()) }
        }
    }

    @Test("count clients, requests and events, also of clients that have gone")
    func counts() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let other = run.client()
        let before = try await numbers(client)
        #expect(before["clients"] == 2 && before["connections"] == 2)
        #expect(try await other.ask("subscribe transport") == ["OK"])
        #expect(try await client.ask("transpose 3") == ["OK"])
        #expect(try await client.ask("no-such-command").last?.hasPrefix("ERR") ?? false)
        let after = try await numbers(client)
        let requests = (after["requests"] ?? 0) - (before["requests"] ?? 0)
        // A line that is no command is no request; this one is.
        #expect(requests == 3)
        #expect(after["events"] == 1)
        #expect((after["memory"] ?? 0) > 1_000_000)
        #expect((after["descriptors"] ?? 0) > 3)
        try await run.end()
    }
}
