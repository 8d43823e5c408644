import Foundation
import TestSupport
import Testing

@Suite("An event of the daemon", .serialized)
struct ProtocolEventTests {
    @Test("`position` comes at the rate asked for, and only while something plays")
    func position() async throws {
        let daemon = try await DaemonRun()
        let client = try daemon.client()
        try await client.ask("subscribe position position=20")
        await #expect(throws: TestSupportError.self) { try await client.line(within: 0.3) }
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        var times: [Double] = []
        for _ in 0..<10 {
            let event = try await client.event("position")
            #expect(event.contains(" position=") && event.contains(" frames="))
            let seconds = event.split(separator: " ").first { $0.hasPrefix("seconds=") }
            times.append(Double(seconds?.dropFirst("seconds=".count) ?? "") ?? -1)
        }
        // Nine intervals; a busy machine makes the first shorter or any longer.
        let duration = (times.last ?? 0) - (times.first ?? 0)
        #expect(duration > 0.35 && duration < 3, "\(times)")
        #expect(try await client.ask("pause") == ["OK"])
        _ = try? await client.line(within: 0.2)
        await #expect(throws: TestSupportError.self) { try await client.line(within: 0.4) }
    }

    @Test("stands between answers, never in one")
    func separation() async throws {
        let daemon = try await DaemonRun()
        let client = try daemon.client()
        try await client.ask("subscribe all position=100")
        try await client.send("play \(daemon.song)")
        for _ in 0..<200 { try await client.send("status") }
        var answers = 0
        var isInAnswer = false
        while answers < 201, let line = try await client.line() {
            if line.hasPrefix("EVENT ") {
                #expect(!isInAnswer)
            } else {
                isInAnswer = line != "OK"
                if !isInAnswer { answers += 1 }
            }
        }
        #expect(answers == 201)
    }

    @Test("is dropped and counted for a client that does not read, and holds up nobody")
    func lagging() async throws {
        let daemon = try await DaemonRun()
        let slow = try daemon.client()
        let other = try daemon.client()
        #expect(try await slow.ask("subscribe transport") == ["OK"])
        #expect(try await other.ask("play \(daemon.song)") == ["OK"])
        // Some 100 bytes each: more than the sockets and the daemon hold.
        let lines = Array(repeating: "chase-notes on\nchase-notes off\n", count: 4_000).joined()
        async let sending: Void = other.send(Array(lines.utf8))
        for _ in 0..<8_000 {
            let answer = try await other.answer()
            #expect(answer == ["OK"], "\(answer)")
        }
        try await sending
        var last = 0
        var lagged = 0
        while lagged == 0, let line = try await slow.line() {
            let parts = line.split(separator: " ")
            let number = Int(parts[2]) ?? 0
            if parts[1] == "lagged" {
                lagged = Int(parts[3].dropFirst("count=".count)) ?? 0
                #expect(number == last + lagged + 1)
            } else {
                #expect(number == last + 1)
            }
            last = number
        }
        #expect(lagged > 100)
        #expect(try await other.ask("pause") == ["OK"])
        #expect(try await slow.event("transport").hasPrefix("EVENT transport \(last + 1) "))
    }

    @Test("of a client that waits for `play` comes before or after the answer; others do not wait")
    func order() async throws {
        let daemon = try await DaemonRun()
        let client = try daemon.client()
        let other = try daemon.client()
        try await client.send("play \(daemon.song)\nqueue\nplay /no/such.mid\nping")
        #expect(try await other.ask("ping") == ["OK"])
        #expect(try await client.answer() == ["OK"])
        #expect(try await client.answer().contains("current: 1"))
        #expect(try await client.answer()[0].hasPrefix("ERR 66 "))
        #expect(try await client.answer() == ["OK"])
    }
}
