import Glibc
import MPDProtocol
import Platform
import Synchronization

/// A client that has connected: a thread of its own takes its lines and does its commands.
final class MPDClient: Sendable {
    private let socket: CInt
    /// Whether it has connected by a Unix socket.
    let isLocal: Bool
    private let bell: (reading: CInt, writing: CInt)
    private let pending = Mutex<Set<MPDSubsystem>>([])

    /// The time for which a client may not take an answer, in seconds.
    private static let patience = 20

    /// Takes a connection; `nil` if the system has no descriptors left.
    ///
    /// - Parameters:
    ///   - socket: The connection, which the client closes.
    ///   - isLocal: Whether it is one of a Unix socket.
    init?(_ socket: CInt, isLocal: Bool) {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            close(socket)
            return nil
        }
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        self.socket = socket
        self.isLocal = isLocal
        bell = (ends[0], ends[1])
        var time = timeval(tv_sec: Self.patience, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        _ = unsafe setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    }

    deinit {
        close(socket)
        close(bell.reading)
        close(bell.writing)
    }

    /// Tells it that something has changed, from any thread.
    func notify(_ changes: Set<MPDSubsystem>) {
        let isFirst = pending.withLock { pending in
            defer { pending.formUnion(changes) }
            return pending.isEmpty
        }
        if isFirst { _ = unsafe write(bell.writing, [0], 1) }
    }

    /// Talks to the client until the connection ends.
    ///
    /// - Parameter perform: Does a command.
    func run(_ perform: (MPDCommandName, [String]) throws(MPDFault) -> MPDReply) {
        var conversation = MPDConversation()
        var lines = MPDLineReader()
        guard send(MPDConversation.greeting) else { return }
        while true {
            while let line = lines.next() {
                guard report(in: &conversation) else { return }
                switch conversation.take(line) {
                case .none: break
                case .send(let text):
                    guard send(text) else { return }
                case .close(let text):
                    _ = send(text)
                    return
                case .perform(let batch):
                    let answer = batch.answer(perform)
                    guard send(answer.text), !answer.closes else { return }
                }
            }
            guard wait() else { return }
            guard report(in: &conversation), receive(into: &lines) else { return }
        }
    }

    /// Hands over what has changed.
    ///
    /// - Returns: `false` if the connection has ended.
    private func report(in conversation: inout MPDConversation) -> Bool {
        // First, so that a change which comes between the two rings once more.
        var bytes = [UInt8](repeating: 0, count: 16)
        _ = unsafe read(bell.reading, &bytes, bytes.count)
        let changes = pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
        guard !changes.isEmpty else { return true }
        guard let text = conversation.note(changes) else { return true }
        return send(text)
    }

    /// Waits for bytes of the client, or for a change.
    private func wait() -> Bool {
        var waits = [
            pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
            pollfd(fd: bell.reading, events: Int16(POLLIN), revents: 0),
        ]
        return unsafe poll(&waits, nfds_t(waits.count), -1) >= 0 || errno == EINTR
    }

    /// Takes the bytes that are there.
    ///
    /// - Returns: `false` if the connection has ended.
    private func receive(into lines: inout MPDLineReader) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = unsafe recv(socket, &bytes, bytes.count, CInt(MSG_DONTWAIT))
        if count > 0 { lines.append(bytes[..<count]) }
        return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
    }

    /// Sends a text; the client may take its time, but not for ever.
    ///
    /// - Returns: `false` if the connection has ended.
    private func send(_ text: String) -> Bool {
        InternetSocket.send(text.utf8, to: socket)
    }
}
