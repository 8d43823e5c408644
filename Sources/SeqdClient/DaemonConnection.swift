public import ControlProtocol
import Glibc
import Platform
public import Sequencer
import Synchronization

/// A connection to a daemon's socket that sends and receives lines, and waits for them.
///
/// Any thread may use it. ``SeqdClient`` is the same for Swift concurrency, with typed requests.
public final class DaemonConnection: Sendable {
    private let descriptor: CInt
    private let path: String
    private let timeout: Duration?
    private let received = Mutex(Received())
    private let sending = Mutex(())

    /// The bytes that have arrived.
    private struct Received {
        var bytes: [UInt8] = []
        /// The number of bytes that were handed out.
        var taken = 0
    }

    /// Connects to a daemon.
    ///
    /// - Parameters:
    ///   - socket: The socket's path; by default the one that `$SEQD_SOCKET` sets, else the one in
    ///     the folder of the daemon's name, else that of the system's daemon.
    ///   - name: The daemon's name.
    ///   - timeout: The longest time to wait for the connection, for sending and for the answer in
    ///     ``ask(_:)``; `nil` for any.
    /// - Throws: 69 with the paths if no daemon listens, 77 if it does not let this user in, 124 if
    ///   it does not take the connection in time.
    public convenience init(
        socket: String? = nil,
        name: String = DaemonName.default,
        timeout: Duration? = .seconds(30)
    ) throws(RequestError) {
        try self.init(
            paths: SocketPath.candidates(path: socket, name: name),
            timeout: timeout
        )
    }

    /// Connects to the first of some paths at which a daemon listens.
    ///
    /// - Throws: As ``init(socket:name:timeout:)``.
    package init(
        paths: [String],
        timeout: Duration? = AnswerLimit.usual
    ) throws(RequestError) {
        self.timeout = timeout
        var missing: [String] = []
        for path in paths {
            let descriptor = UnixAddress.socket()
            guard descriptor >= 0 else {
                throw RequestError(.software, "socket: \(SystemError.text())")
            }
            // The limit of send(2), and of connect(2) while the daemon takes no connections.
            if let timeout { Self.limit(descriptor, to: timeout) }
            let error = UnixAddress.connect(descriptor, to: path)
            if error == 0 {
                self.descriptor = descriptor
                self.path = path
                return
            }
            Glibc.close(descriptor)
            switch error {
            case ENOENT, ECONNREFUSED, ENOTDIR: missing.append(path)
            case EAGAIN: throw AnswerLimit.error(timeout ?? .zero)
            case EACCES, EPERM:
                throw RequestError(
                    .notPermitted,
                    "\(path): permission denied; ls -l shows which group may connect"
                )
            default: throw RequestError(.unavailable, "\(path): \(SystemError.text(error))")
            }
        }
        throw RequestError(
            .unavailable,
            "no daemon at \(missing.joined(separator: " or ")) (seqd daemon starts one)"
        )
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Whether the daemon runs as this user, or was started by this user's systemd.
    package var isOwnUser: Bool {
        // Linux's `struct ucred`, unix(7).
        var peer: (process: pid_t, user: uid_t, group: gid_t) = (0, .max, .max)
        var length = socklen_t(MemoryLayout.size(ofValue: peer))
        let code = unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length)
        return code == 0 && peer.user == getuid()
    }

    private static func limit(_ descriptor: CInt, to timeout: Duration) {
        var time = timeval()
        time.tv_sec = Int(timeout.components.seconds)
        time.tv_usec = Int(timeout.components.attoseconds / 1_000_000_000_000)
        // 0 would be no limit.
        if time.tv_sec == 0, time.tv_usec == 0 { time.tv_usec = 1 }
        let size = socklen_t(MemoryLayout<timeval>.size)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    }

    /// Sends a line; it waits while the daemon does not read.
    ///
    /// - Parameter line: The line without its end.
    /// - Throws: 74 if it cannot be sent, 124 if the daemon does not take it in time.
    public func send(_ line: String) throws(RequestError) {
        let error = sending.withLock { _ in write(Array("\(line)\n".utf8)) }
        guard error != EAGAIN else { throw AnswerLimit.error(timeout ?? .zero) }
        guard error == 0 else {
            throw RequestError(.io, "\(path): \(SystemError.text(error))")
        }
    }

    /// The next line without its end; `nil` after the daemon has closed the connection.
    ///
    /// - Parameters:
    ///   - limit: The longest time to wait for an answer; `nil` for any, as for events.
    ///   - start: The time at which it begins.
    /// - Returns: The line.
    /// - Throws: 74 if nothing can be received, 124 if nothing comes in time.
    public func receive(
        within limit: Duration? = nil,
        since start: ContinuousClock.Instant = .now
    ) throws(RequestError) -> String? {
        let end = limit.map { start + $0 }
        let result = received.withLock { received in next(&received, until: end) }
        switch result {
        case .success(let line): return line
        case .failure(let error) where error.number == ETIMEDOUT:
            throw AnswerLimit.error(limit ?? .zero)
        case .failure(let error):
            throw RequestError(.io, "\(path): \(SystemError.text(error.number))")
        }
    }

    /// Sends a command, and waits for its answer; events that come before it are discarded.
    ///
    /// - Parameter command: The command.
    /// - Returns: The answer.
    /// - Throws: The error that the daemon answers; 69 if it closes the connection instead, 124 if it
    ///   does not answer in time.
    public func ask<Asked: ControlCommand>(_ command: Asked) throws(RequestError) -> Asked.Answer {
        try Asked.answer(fromLine: try line(answering: Request(command)))
    }

    /// Sends a command that waits for a position, and waits for its answer, which comes at once.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - position: The position in the current file at which it is done.
    /// - Returns: The number under which the command waits.
    /// - Throws: As ``ask(_:)``.
    public func ask(
        _ command: some ControlCommand,
        at position: Position
    ) throws(RequestError) -> ScheduledAction {
        try ScheduledAction(fromLine: try line(answering: Request(command, at: position)))
    }

    private func line(answering request: Request) throws(RequestError) -> String {
        let (limit, start) = (AnswerLimit.limit(for: request.command, timeout), ContinuousClock.now)
        try send(request.json(id: 1))
        while let line = try receive(within: limit, since: start) {
            if !EventMessage.isEvent(line) { return line }
        }
        throw RequestError(.unavailable, "the daemon closed the connection without an answer")
    }

    /// Closes the connection for both sides; a thread that waits in ``receive(within:since:)`` gets `nil`.
    public func close() {
        shutdown(descriptor, CInt(SHUT_RDWR))
    }

    /// The errno of a call that failed.
    private struct Failure: Error {
        var number: CInt
    }

    private func write(_ bytes: [UInt8]) -> CInt {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EPIPE || errno == ECONNRESET {
                // A daemon that refuses says why before it closes.
                return 0
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    private func next(
        _ received: inout Received,
        until end: ContinuousClock.Instant?
    ) -> Result<String?, Failure> {
        var searched = received.taken
        while true {
            if let end = received.bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.taken = end + 1 }
                let line = received.bytes[received.taken..<end]
                return .success(String(decoding: line, as: UTF8.self))
            }
            received.bytes.removeFirst(received.taken)
            received.taken = 0
            searched = received.bytes.count
            guard waitForBytes(until: end) else { return .failure(Failure(number: ETIMEDOUT)) }
            var piece = [UInt8](repeating: 0, count: 16_384)
            let count = unsafe recv(descriptor, &piece, piece.count, 0)
            if count > 0 {
                received.bytes += piece.prefix(count)
            } else if count == 0 || errno == ECONNRESET {
                return .success(nil)
            } else if errno != EINTR {
                return .failure(Failure(number: errno))
            }
        }
    }

    /// Waits until something can be received, or the connection has ended.
    ///
    /// - Returns: `false` if the time is over.
    private func waitForBytes(until end: ContinuousClock.Instant?) -> Bool {
        guard let end else { return true }
        while true {
            let rest = (end - ContinuousClock.now) / .milliseconds(1)
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = unsafe poll(&wait, 1, CInt(min(max(rest.rounded(.up), 0), 1e9)))
            if count > 0 { return true }
            if rest <= 0 { return false }
        }
    }
}
