import Foundation
import TestSupport
import Testing

/// `docs/PROTOCOL.md` of the tree that the tests were built from.
private let protocolDocument = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/PROTOCOL.md")

@Suite("docs/PROTOCOL.md")
struct ProtocolDocumentTests {
    /// What the user types stands behind `> `, what the daemon answers as it is; `…` stands for
    /// anything, and a line of `…` for any lines.
    @Test("begins with a conversation that goes as it is written")
    func conversation() async throws {
        let text = try String(contentsOf: protocolDocument, encoding: .utf8)
        let block = try #require(text.components(separatedBy: "```").dropFirst().first)
        let lines = block.split(separator: "\n")
        #expect(lines.first == "$ nc -U $XDG_RUNTIME_DIR/seqd/control.sock")
        let daemon = try await DaemonRun("--name", "seqd")
        let songs = protocolDocument.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Examples").path
        let client = try daemon.client()
        var heard = 0
        for line in lines.dropFirst() {
            if line.hasPrefix("> ") {
                let said = line.dropFirst(2).replacingOccurrences(of: "/music", with: songs)
                try await client.send(said)
                continue
            }
            let expected = line.replacingOccurrences(of: "/music", with: songs)
            if expected == "…" { continue }
            try await hear(expected, client)
            heard += 1
        }
        #expect(heard > 8)
    }

    /// Reads up to a line that looks as expected; only what a line of `…` may stand for, and the
    /// lines of `status` that are left out, may come before.
    private func hear(_ expected: String, _ client: ProtocolClient) async throws {
        let parts = expected.components(separatedBy: "…")
        for _ in 0..<300 {
            guard let line = try await client.line() else { break }
            if Self.matches(line, parts) { return }
            #expect(!line.hasPrefix("ERR "), "\(line) instead of \(expected)")
        }
        Issue.record("not heard: \(expected)")
    }

    /// Whether a line consists of the parts with anything between them.
    private static func matches(_ line: String, _ parts: [String]) -> Bool {
        guard parts.count > 1 else { return line == parts[0] }
        var rest = line[...]
        for (index, part) in parts.enumerated() where !part.isEmpty {
            guard let found = rest.range(of: part), index > 0 || found.lowerBound == rest.startIndex
            else { return false }
            rest = rest[found.upperBound...]
        }
        return (parts.last ?? "").isEmpty || rest.isEmpty
    }
}
