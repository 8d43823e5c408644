import ControlProtocol
import Glibc

/// A connection to the socket, which carries a session.
///
/// Bounded in memory: nothing is read while requests wait or the client does not take its answers,
/// except what one call of recv(2) gives.
@EventLoop
final class SocketConnection: PollTarget, SessionCarrier {
    /// The number of bytes that may wait to be sent.
    static let outputLimit = 65_536
    /// The number of requests that are answered before other clients have their turn.
    private static let turn = 32

    private unowned let server: ControlServer
    /// The connected socket; −1 after it was closed.
    private var descriptor: CInt
    private(set) lazy var session = Session(server.hub, over: self, permission: role, peer: peer)
    private let peer: PeerCredentials
    private let role: Permission
    private var framer = LineFramer()
    /// The text to be sent at the end of the turn.
    private var output = SocketOutput()
    /// The events that the loop watches for; `nil` if it does not watch.
    private var watched: PollEvents?
    /// Whether the client takes no more at present.
    private var isBlocked = false
    /// Whether as much waits to be sent as may, until half of it is sent.
    private var isFull = false
    private var isWorking = false
    private var isTurnScheduled = false
    private var isInputClosed = false
    private var isClosing = false

    /// Makes a connection, which ``begin()`` or ``refuse(_:)`` begins.
    ///
    /// - Parameters:
    ///   - descriptor: The connected socket, which does not block; the connection closes it.
    ///   - server: The server.
    ///   - peer: The client's process.
    ///   - role: The role that the socket gives to its clients.
    init(
        _ descriptor: CInt,
        of server: ControlServer,
        peer: PeerCredentials,
        as role: Permission
    ) {
        self.descriptor = descriptor
        self.server = server
        self.peer = peer
        self.role = role
    }

    /// Begins to read.
    func begin() {
        watch(for: .input)
    }

    /// Sends an error, and closes the connection.
    func refuse(_ error: RequestError) {
        session.send(error)
        closeAfterOutput()
    }

    func ready(_ events: PollEvents) {
        if events.contains(.output) {
            isBlocked = false
            flush()
            if isClosing {
                closeIfSent()
            } else {
                work()
            }
        }
        guard descriptor >= 0, !events.isDisjoint(with: [.input, .hangUp, .failure]) else {
            return
        }
        guard canWork, !isTurnScheduled, !isInputClosed else {
            // The client has disconnected. Otherwise what it has sent is read when there is room.
            if !events.isDisjoint(with: [.hangUp, .failure]) { return close() }
            return watch(for: events.contains(.input) ? without(.input) : watched ?? [])
        }
        receive()
        work()
    }

    /// Closes the connection; output that waits is not sent.
    func close() {
        guard descriptor >= 0 else { return }
        endSession()
        EventLoop.loop.forget(descriptor)
        Glibc.close(descriptor)
        descriptor = -1
        server.remove(self)
        // Its callers on the event loop are not done with it.
        EventLoop.execute { [self] in withExtendedLifetime(self) {} }
    }

    private func endSession() {
        isClosing = true
        session.end()
    }

    private func without(_ events: PollEvents) -> PollEvents {
        (watched ?? []).subtracting(events)
    }

    private func watch(for events: PollEvents) {
        guard descriptor >= 0, events != watched else { return }
        if watched != nil {
            EventLoop.loop.change(descriptor, to: events)
        } else if !EventLoop.loop.watch(descriptor, for: events, self) {
            return close()
        }
        watched = events
    }
}

// MARK: - Turns

extension SocketConnection {
    /// Takes what has arrived.
    private func receive() {
        var count: Int
        repeat {
            count = server.received.receive(from: descriptor)
        } while count < 0 && errno == EINTR
        if count > 0 {
            framer.append(server.received)
        } else if count == 0 {
            isInputClosed = true
            watch(for: without(.input))
        } else if errno != EAGAIN {
            // The socket fails: no answer reaches the client.
            close()
        }
    }

    /// Answers the lines that arrived, as far as the client takes answers.
    private func work() {
        guard !isWorking, descriptor >= 0 else { return }
        isWorking = true
        var left = Self.turn
        var isAllAnswered = false
        while left > 0, canWork, !isAllAnswered {
            isAllAnswered = !session.answerNext { framer.next(isEnd: isInputClosed) }
            left -= 1
        }
        flush()
        isWorking = false
        framer.keepOnlyRest()
        guard canWork else { return }
        if !isAllAnswered {
            scheduleTurn()
        } else if isInputClosed {
            closeAfterOutput()
        } else {
            watch(for: (watched ?? []).union(.input))
        }
    }

    private var canWork: Bool { !session.isWaiting && !isClosing && canTake }

    /// Continues after the other clients have had their turn.
    private func scheduleTurn() {
        guard !isTurnScheduled else { return }
        isTurnScheduled = true
        EventLoop.execute { [self] in
            isTurnScheduled = false
            work()
        }
    }
}

// MARK: - The session's carrier

extension SocketConnection {
    var canTake: Bool { !isFull && descriptor >= 0 }

    func send(_ text: String) {
        output.append(text)
        if output.count >= Self.outputLimit { isFull = true }
        // An event between two turns is not sent by the end of one.
        if !isWorking { flush() }
    }

    func sessionCanContinue() {
        work()
    }

    /// Sends what is collected, as far as the client takes it.
    private func flush() {
        while descriptor >= 0, output.count > 0, !isBlocked {
            switch output.send(to: descriptor) {
            case .complete: break
            case .blocked: isBlocked = true
            case .failed: return close()
            }
            guard isFull, output.count <= Self.outputLimit / 2 else { continue }
            isFull = false
            if let lag = session.takeLag() { output.append(lag) }
        }
        guard let watched, watched.contains(.output) != isBlocked else { return }
        watch(for: isBlocked ? watched.union(.output) : watched.subtracting(.output))
    }

    private func closeAfterOutput() {
        guard !isClosing, descriptor >= 0 else { return }
        endSession()
        if watched == nil { watch(for: []) }
        flush()
        closeIfSent()
    }

    private func closeIfSent() {
        if output.count == 0 { close() }
    }
}
