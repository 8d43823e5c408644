import Foundation
import TestSupport
import Testing

@Suite("A line on the daemon's socket", .serialized)
struct ProtocolLineTests {
    @Test("that is cut short by the end of sending is answered, and then the connection closed")
    func halfLine() async throws {
        let daemon = try await DaemonRun()
        let client = try daemon.client()
        try await client.send(Array("ping\npi".utf8))
        try await client.send(Array("ng".utf8))
        client.endSending()
        #expect(try await client.rest() == ["OK", "OK"])
    }

    @Test("has at most 65,536 bytes; a longer one gets one error and takes no memory")
    func tooLong() async throws {
        let daemon = try await DaemonRun()
        let client = try daemon.client()
        // A path that is as long as a line can be.
        let longest = "play /" + String(repeating: "x", count: 65_536 - 6)
        let answer = try await client.ask(longest)
        #expect(!answer[0].hasPrefix("ERR -"), "\(answer[0].prefix(200))")
        let before = try memory(daemon)
        try await client.send(Array(repeating: UInt8(ascii: "x"), count: 10_000_000))
        try await client.send("x")
        let refused = try await client.answer()
        #expect(refused.count == 1 && refused[0].hasPrefix("ERR -32600 "), "\(refused)")
        #expect(try await client.ask("ping") == ["OK"])
        #expect(try memory(daemon) - before < 3_000)
    }

    @Test("ends an argument at a blank unless it is quoted; a path goes on to the line's end")
    func quoting() async throws {
        let daemon = try await DaemonRun()
        let client = try daemon.client()
        try daemon.place.add(PlayedSong.tone(), "a \"b\" \u{E9}.mid")
        let path = daemon.place.folder.path("a \"b\" \u{E9}.mid")
        #expect(try await client.ask("play   \(path)  ") == ["OK"])
        #expect(try await client.ask("status").contains("file: \(path)"))
        let quoted = daemon.place.folder.path("a \\\"b\\\" \\u00e9.mid")
        #expect(try await client.ask("play \"\(quoted)\"") == ["OK"])
        let missing = try await client.ask("load-font /no/such font.sf2")
        #expect(missing[0].hasPrefix("ERR -32602 "), "\(missing)")
    }

    @Test("of many is answered in its turn, though no answer is read meanwhile")
    func flood() async throws {
        let daemon = try await DaemonRun()
        let client = try daemon.client()
        let other = try daemon.client()
        let lines = Array(String(repeating: "presets\nping\n", count: 2_000).utf8)
        var sent = 0
        // Until nothing is taken any more: the daemon has stopped reading.
        for _ in 0..<50 {
            sent += client.sendWithoutWaiting(Array(lines[sent...]))
            if sent == lines.count { break }
            try await Task.sleep(for: .milliseconds(5))
        }
        let before = try memory(daemon)
        #expect(try await other.ask("ping") == ["OK"])
        let rest = Array(lines[sent...])
        async let sending: Void = client.send(rest)
        for _ in 0..<2_000 {
            #expect(try await client.answer().count > 5)
            #expect(try await client.answer() == ["OK"])
        }
        try await sending
        #expect(try memory(daemon) - before < 5_000)
    }

    /// The memory of the daemon, in kB.
    private func memory(_ daemon: DaemonRun) throws -> Int {
        let path = "/proc/\(daemon.process.processID)/status"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
