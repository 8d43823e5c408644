import TestSupport
import Testing

@Suite("Events of levels")
struct LevelEventTests {
    /// The level of a field of an event, in dB.
    private func level(_ name: String, in line: String) throws -> Double {
        let field = line.split(separator: " ").first { $0.hasPrefix("\(name)=") }
        let text = try #require(field?.dropFirst(name.count + 1), "\(line)")
        return text == "-inf" ? -.infinity : try #require(Double(text))
    }

    /// The next levels of the master that are not silence.
    private func sounding(_ client: some DaemonClient) async throws -> String {
        for _ in 0..<200 {
            let line = try await client.event("levels")
            if !line.contains(" strip="), !line.contains("peakLeft=-inf") { return line }
        }
        throw TestSupportError("nothing sounded")
    }

    @Test("come to each subscriber at its own rate, and no client takes peaks from another")
    func peaks() async throws {
        let run = try await SessionRun()
        let (fast, slow) = (run.client(), run.client())
        #expect(try await slow.ask("subscribe levels levels=1") == ["OK"])
        #expect(try await fast.ask("subscribe levels levels=50") == ["OK"])
        // Half a second that sounds: the fast one is told at once, and takes nothing away.
        #expect(try await fast.ask("note 1 60 127 0.2") == ["OK"])
        var highest = -Double.infinity
        var lines: [String] = []
        let late = try await sounding(slow)
        let line = try await sounding(fast)
        lines.append(line)
        highest = try level("peakLeft", in: line)
        while let next = try? await fast.line(within: 0.01) {
            guard next.hasPrefix("EVENT levels "), !next.contains(" strip=") else { continue }
            highest = max(highest, try level("peakLeft", in: next))
        }
        #expect(try level("peakLeft", in: late) <= highest)
        #expect(try level("peakLeft", in: late) > -60)
        #expect(try level("rmsLeft", in: line) <= level("peakLeft", in: line))
        try await run.end()
    }

    @Test("name each strip, in JSON too, and end with the subscription")
    func strips() async throws {
        let run = try await SessionRun()
        let client = run.client()
        _ = try await client.askJSON(
            #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"types":["levels"],"levels":20}}"#
        )
        #expect(try await client.event("levels").contains(#""peakLeft":"#))
        #expect(try await client.event("levels").contains(#""strip":"live""#))
        _ = try await client.askJSON(#"{"jsonrpc":"2.0","id":2,"method":"unsubscribe"}"#)
        await #expect(throws: TestSupportError.self) { try await client.line(within: 0.3) }
        let refusal = try await client.ask("subscribe levels levels=1000")
        #expect(refusal.last?.hasPrefix("ERR -32602 levels: ") ?? false)
        try await run.end()
    }
}
