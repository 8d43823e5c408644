import Foundation
import Glibc
import TestSupport

/// A connection to a daemon's socket, as a program in any language would have it.
///
/// Waits by looking every millisecond: a thread of the tests' pool must not be blocked.
final class ProtocolClient: @unchecked Sendable {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isAtEnd = false

    /// What has to live as long as the connection.
    private let daemon: DaemonRun?

    init(_ path: String, of daemon: DaemonRun? = nil) throws {
        self.daemon = daemon
        descriptor = socket(
            AF_UNIX,
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
            0
        )
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else {
            throw TestSupportError("\(path): \(String(cString: strerror(errno)))")
        }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        signal(SIGPIPE, SIG_IGN)
    }

    deinit {
        close(descriptor)
    }

    /// Sends bytes; waits while the daemon does not read.
    func send(_ bytes: some Collection<UInt8>) async throws {
        var rest = Array(bytes)[...]
        let deadline = ContinuousClock.now + .seconds(20)
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
                continue
            }
            guard errno == EAGAIN, .now < deadline else {
                throw TestSupportError("send: \(String(cString: strerror(errno)))")
            }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    /// Sends as much as is taken at once.
    ///
    /// - Returns: How many bytes that was.
    func sendWithoutWaiting(_ bytes: [UInt8]) -> Int {
        max(write(descriptor, bytes, bytes.count), 0)
    }

    /// Sends a line.
    func send(_ line: String) async throws {
        try await send(Array("\(line)\n".utf8))
    }

    /// Ends the sending side, as `nc -N` does.
    func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// The next line; `nil` at the end of the connection.
    func line(within seconds: Double = 10) async throws -> String? {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            if let end = buffer.firstIndex(of: 10) {
                defer { buffer.removeFirst(end + 1) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            if isAtEnd { return nil }
            if !receive() {
                guard .now < deadline else { throw TestSupportError("no line came in time") }
                try await Task.sleep(for: .milliseconds(1))
            }
        }
    }

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

    /// Says a line in words.
    ///
    /// - Returns: The answer's lines.
    @discardableResult
    func ask(_ line: String) async throws -> [String] {
        try await send(line)
        return try await answer()
    }

    /// Says a line of JSON.
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
    func event(_ type: String, within seconds: Double = 10) async throws -> String {
        while let line = try await line(within: seconds) {
            if line.hasPrefix("EVENT \(type) ") || line.contains("\"type\":\"\(type)\"") {
                return line
            }
        }
        throw TestSupportError("the connection ended before an event \(type)")
    }

    /// All that comes up to the end of the connection.
    func rest() async throws -> [String] {
        var lines: [String] = []
        while let line = try await line() { lines.append(line) }
        return lines
    }

    /// Takes what has come.
    ///
    /// - Returns: Whether there was something, or the end.
    private func receive() -> Bool {
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &piece, piece.count)
        if count > 0 {
            buffer += piece.prefix(count)
            return true
        }
        guard count == 0 || (errno != EAGAIN && errno != EINTR) else { return false }
        isAtEnd = true
        return true
    }
}
