import TestSupport

/// A client of a daemon: over its socket, or in the tests' process.
protocol DaemonClient {
    /// Sends a line, or several.
    func send(_ line: String) async throws

    /// The next line; `nil` at the end of the connection.
    func line(within seconds: Double) async throws -> String?
}

extension DaemonClient {
    func line() async throws -> String? { try await line(within: 60) }

    /// The lines up to and with the one that ends an answer of the words dialect; events left out.
    func answer() async throws -> [String] {
        var lines: [String] = []
        while let line = try await line() {
            if line.hasPrefix("EVENT ") { continue }
            lines.append(line)
            if line == "OK" || line.hasPrefix("ERR ") { return lines }
        }
        throw TestSupportError("the connection ended within an answer: \(lines)")
    }

    /// Sends a line in words.
    ///
    /// - Returns: The answer's lines.
    @discardableResult
    func ask(_ line: String) async throws -> [String] {
        try await send(line)
        return try await answer()
    }

    /// Sends a line of JSON.
    ///
    /// - Returns: The answer; events are left out.
    func askJSON(_ line: String) async throws -> String {
        try await send(line)
        while let line = try await self.line() {
            if !line.contains("\"method\":\"event\"") { return line }
        }
        throw TestSupportError("the connection ended without an answer")
    }

    /// The next event, whichever dialect it is in.
    func event(_ type: String, within seconds: Double = 60) async throws -> String {
        while let line = try await line(within: seconds) {
            if line.hasPrefix("EVENT \(type) ") || line.contains("\"type\":\"\(type)\"") {
                return line
            }
        }
        throw TestSupportError("the connection ended before an event \(type)")
    }

    /// All lines up to the end of the connection.
    func rest() async throws -> [String] {
        var lines: [String] = []
        while let line = try await line() { lines.append(line) }
        return lines
    }

    /// The result of a command in JSON.
    func result(_ method: String) async throws -> Document {
        let answer = try await askJSON(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)"}"#)
        guard let result = try Document(Array(answer.utf8)).object("result") else {
            throw TestSupportError("\(method): no result: \(answer)")
        }
        return result
    }

    /// The value of a key of `status`, in JSON.
    func status(_ key: String) async throws -> Document.Value? { try await result("status")[key] }
}
