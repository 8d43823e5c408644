import CEpoll
import ControlProtocol
import Glibc

/// A listening socket, whose connections a server takes.
@EventLoop
final class SocketListener: PollTarget {
    /// The connections that are accepted before others have their turn.
    private static let turn = 16
    /// The time without accepting when there is no descriptor left.
    private static let pause = Duration.milliseconds(100)

    private let descriptor: CInt
    private let take: (CInt) -> Void
    private let onExhaustion: () -> RequestError
    /// A descriptor that is given up for a moment when there is no other left, so that clients are
    /// refused and do not wait for ever.
    private var spare: CInt = -1
    private var isClosed = false

    /// Begins to accept; `nil` with errno if the system refuses it.
    ///
    /// - Parameters:
    ///   - descriptor: The listening socket; the listener closes it.
    ///   - onExhaustion: Called for a connection that there is no descriptor for; returns the error
    ///     with which it is refused.
    ///   - take: Takes the descriptor of a connection.
    init?(
        _ descriptor: CInt,
        onExhaustion: @escaping () -> RequestError,
        _ take: @escaping (CInt) -> Void
    ) {
        self.onExhaustion = onExhaustion
        self.descriptor = descriptor
        self.take = take
        // One of the service manager may block.
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0,
            EventLoop.loop.watch(descriptor, for: .input, self)
        else { return nil }
        spare = Self.makeSpare()
    }

    func ready(_ events: PollEvents) {
        for _ in 0..<Self.turn where !isClosed {
            let connection = seqd_accept(descriptor)
            if connection >= 0 {
                take(connection)
                continue
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN: return
            case EMFILE, ENFILE:
                guard refuse() else { return rest() }
            default: return rest()
            }
        }
    }

    private static func makeSpare() -> CInt {
        unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    }

    /// Refuses the next connection by means of the spare descriptor.
    ///
    /// - Returns: Whether there was one.
    private func refuse() -> Bool {
        if spare >= 0 { Glibc.close(spare) }
        defer { spare = Self.makeSpare() }
        let connection = seqd_accept(descriptor)
        guard connection >= 0 else { return false }
        let error = onExhaustion()
        let line = Array("ERR \(error.number) \(error.message)\n".utf8)
        _ = unsafe send(connection, line, line.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
        Glibc.close(connection)
        return true
    }

    /// Accepts nothing for a while: it would fail again at once.
    private func rest() {
        EventLoop.loop.change(descriptor, to: [])
        EventLoop.clock.schedule(in: Self.pause) { [self] in
            if !isClosed { EventLoop.loop.change(descriptor, to: .input) }
        }
    }

    /// Accepts no more.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        EventLoop.loop.forget(descriptor)
        Glibc.close(descriptor)
        if spare >= 0 { Glibc.close(spare) }
    }
}
