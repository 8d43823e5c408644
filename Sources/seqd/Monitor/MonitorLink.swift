import ControlProtocol
import Dispatch
import SeqdClient
import Synchronization

/// A connection to a daemon whose lines are read by a thread of its own, which wakes the main thread.
final class MonitorLink: Sendable {
    /// The lines that have arrived since the last call.
    struct Incoming {
        var lines: [String] = []
        /// Whether the daemon has closed the connection after them.
        var isClosed = false
    }

    private let connection: DaemonConnection
    private let incoming = Mutex(Incoming())

    /// Connects, and begins to read.
    ///
    /// Call it after signals are watched; otherwise the thread would get them.
    ///
    /// - Throws: As `DaemonConnection.init`.
    init(socket: String?, name: String) throws(RequestError) {
        connection = try DaemonConnection(socket: socket, name: name)
        DispatchQueue(label: "seqd monitor").async { [self] in read() }
    }

    /// Sends a line; one to a daemon that has disconnected is lost, and the end is reported by
    /// ``take()``.
    func send(_ line: String) {
        do throws(RequestError) {
            try connection.send(line)
        } catch {
            connection.close()
        }
    }

    /// The lines that have arrived since the last call.
    func take() -> Incoming {
        incoming.withLock { incoming in
            defer { incoming.lines = [] }
            return incoming
        }
    }

    /// Closes the connection; the thread ends.
    func close() {
        connection.close()
    }

    private func read() {
        while let line = (try? connection.receive()) ?? nil {
            incoming.withLock { $0.lines.append(line) }
            Signals.wake()
        }
        incoming.withLock { $0.isClosed = true }
        Signals.wake()
    }
}
