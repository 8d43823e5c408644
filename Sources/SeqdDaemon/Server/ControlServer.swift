package import ControlProtocol
import Glibc
package import Logging
package import NIOCore
import NIOPosix

/// The transport as far as the server needs it: its events, and its state.
package protocol EventSource: AnyObject {
    /// The types of events that any client subscribes to; others need not be published.
    var wanted: Set<EventType> { get set }
    /// Called with each event, on the event loop.
    var events: (DaemonEvent) -> Void { get set }

    /// The state, without the number of clients.
    func status() -> DaemonStatus
    /// The playback position; `nil` if nothing is loaded.
    func position() -> TransportPosition?
}

/// The daemon's side of the socket: its connections, and who is sent which events.
///
/// Confined to the event loop.
package final class ControlServer {
    /// The maximum number of connections; more are refused with 75.
    ///
    /// Music, fonts and the device can still be opened. And accept(2) does not fail for lack of a
    /// descriptor: NIO would try again and again without a pause (measured: a third of a core, 2.101).
    private let clientLimit = max(8, min(4_096, OpenFileLimit.current - 48))

    /// The handler of the requests; without one they are refused.
    package var handler: (any RequestHandler)?
    private let source: any EventSource
    private let eventLoop: any EventLoop
    private let logger: Logger
    private let onQuit: () -> Void
    private var connections: [ObjectIdentifier: SocketConnection] = [:]
    private var listener: (any Channel)?
    private var isPlaying = false
    private var positionTimer: Scheduled<Void>?
    private var positionTimerTime = NIODeadline.distantFuture
    /// The last status, and until when it is given again.
    private var lastStatus: (answer: Answer, until: NIODeadline)?
    /// The engine's figures change once per period, which is longer than this.
    private static let statusAge = TimeAmount.milliseconds(2)

    /// Makes a server that publishes the events of a source.
    ///
    /// - Parameters:
    ///   - source: The transport.
    ///   - eventLoop: The loop to which all is confined.
    ///   - logger: For messages that concern no answer.
    ///   - onQuit: Called for the command `quit`.
    package init(
        _ source: any EventSource,
        on eventLoop: any EventLoop,
        logger: Logger,
        onQuit: @escaping () -> Void
    ) {
        self.source = source
        self.eventLoop = eventLoop
        self.logger = logger
        self.onQuit = onQuit
        source.wanted = []
        source.events = { [weak self] event in self?.publish(event) }
    }

    /// Accepts connections at a socket that listens; it is closed with the server.
    package func listen(at socket: CInt) -> EventLoopFuture<Void> {
        let own = NIOLoopBound(self, eventLoop: eventLoop)
        let marks = ChannelOptions.Types.WriteBufferWaterMark(
            low: SocketConnection.outputLimit / 2,
            high: SocketConnection.outputLimit
        )
        return ServerBootstrap(group: eventLoop)
            .serverChannelOption(.maxMessagesPerRead, value: 16)
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.writeBufferWaterMark, value: marks)
            .childChannelInitializer { channel in
                PeerCredentials.of(channel).flatMapThrowing { peer in
                    let server = own.value
                    let connection = SocketConnection(server, refusal: server.refusal(of: peer))
                    try channel.pipeline.syncOperations.addHandler(connection)
                }
            }
            .withBoundSocket(socket)
            .assumeIsolated()
            .map { channel in own.value.listener = channel }
            .nonisolated()
    }

    /// Accepts no more connections.
    package func stopListening() {
        listener?.close(promise: nil)
        listener = nil
    }

    /// Closes all connections.
    package func closeConnections() {
        positionTimer?.cancel()
        for connection in connections.values { connection.close() }
    }

    /// Shuts down the daemon, after the answers up to now have been sent.
    package func quit() {
        eventLoop.assumeIsolated().execute { [self] in onQuit() }
    }

    private func refusal(of peer: PeerCredentials) -> RequestError? {
        guard peer.user == getuid() || peer.user == 0 else {
            logger.warning("refused user \(peer.user) (process \(peer.process))")
            return RequestError(.notPermitted, "this daemon belongs to another user")
        }
        guard connections.count < clientLimit else {
            return RequestError(.busy, "too many connections: \(clientLimit) are open")
        }
        return nil
    }
}

// MARK: - Clients

extension ControlServer: RequestHandler {
    /// Has the handler carry out a request.
    package func perform(
        _ request: TimedRequest,
        for session: Session
    ) throws(RequestError) -> Outcome {
        guard let handler else { throw .internal("nothing handles requests") }
        guard !CommandTable.command(request.request.name).isReadOnly else {
            return try handler.perform(request, for: session)
        }
        forgetStatus()
        let outcome = try handler.perform(request, for: session)
        if case .later(let future) = outcome {
            future.assumeIsolated().whenComplete { [self] _ in forgetStatus() }
        }
        return outcome
    }

    /// The status; the same answer for all requests within two milliseconds in which nothing changed.
    package func status() -> Answer {
        let now = NIODeadline.now()
        if let lastStatus, now < lastStatus.until { return lastStatus.answer }
        var status = source.status()
        status.clients = connections.count
        let answer = Reply.status(status).answer.prepared()
        lastStatus = (answer, now + Self.statusAge)
        return answer
    }

    /// Makes the next status anew, since something was done or has happened.
    private func forgetStatus() {
        lastStatus = nil
    }

    func add(_ connection: SocketConnection) {
        forgetStatus()
        connections[ObjectIdentifier(connection)] = connection
    }

    func remove(_ connection: SocketConnection) {
        forgetStatus()
        guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil,
            !connection.session.subscription.types.isEmpty
        else { return }
        subscriptionsChanged()
    }

    private var sessions: some Sequence<Session> { connections.values.lazy.map(\.session) }

    package func subscriptionsChanged() {
        source.wanted = sessions.reduce(into: []) { $0.formUnion($1.subscription.types) }
        schedulePosition()
    }
}

// MARK: - Events

extension ControlServer {
    private func publish(_ event: DaemonEvent) {
        forgetStatus()
        var line = EventLine(event)
        for session in sessions { session.publish(&line) }
        if case .transport(let change) = event {
            isPlaying = change.state == .playing
            schedulePosition()
        }
    }

    /// Sets the timer for the next `position` event of any client; there is none while nothing plays
    /// or nobody subscribes.
    private func schedulePosition() {
        let due = sessions.filter { $0.subscription.types.contains(.position) }
            .map(\.subscription.positionDue).min()
        guard isPlaying, let due else {
            positionTimer?.cancel()
            positionTimer = nil
            return
        }
        guard positionTimer == nil || due < positionTimerTime else { return }
        positionTimer?.cancel()
        positionTimerTime = due
        positionTimer = eventLoop.assumeIsolated().scheduleTask(deadline: due) { [weak self] in
            self?.publishPosition()
        }
    }

    private func publishPosition() {
        positionTimer = nil
        guard let position = source.position() else { return }
        let now = NIODeadline.now()
        var line = EventLine(.position(position))
        for session in sessions { session.publishPosition(&line, now) }
        schedulePosition()
    }
}
