import Foundation
import Glibc
import Platform
import TestSupport

/// A connection to a daemon's socket, as a program in any language would have it.
///
/// Waits by looking every millisecond: a thread of the tests' pool must not be blocked.
final class ProtocolClient: DaemonClient, @unchecked Sendable {
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
            throw TestSupportError("\(path): \(SystemError.text())")
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
                throw TestSupportError("send: \(SystemError.text())")
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
    func line(within seconds: Double) async throws -> String? {
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
