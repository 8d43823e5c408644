import Glibc
import JSON
import Logging
import NIOCore
import NIOPosix

/// The daemon's side of the socket: who is connected, and who is told what.
///
/// Confined to the event loop.
final class ControlServer {
    /// Connections at a time; more are refused with 75.
    ///
    /// Files for music, fonts and the device stay openable. And accept(2) does not fail for want of a
    /// descriptor: NIO would try again and again without a pause (measured: a third of a core, 2.101).
    private let clientLimit = max(8, min(4_096, OpenFileLimit.current - 48))

    let transport: Transport
    let processID = getpid()
    private let eventLoop: any EventLoop
    private let logger: Logger
    private let whenQuit: () -> Void
    private var clients: [ObjectIdentifier: ControlClient] = [:]
    private var listener: (any Channel)?
    private var isPlaying = false
    private var positionTimer: Scheduled<Void>?
    private var positionTimerTime = NIODeadline.distantFuture
    /// The status as it was told last, and until when it is told again.
    private var lastStatus: (answer: Answer, until: NIODeadline)?
    /// The engine's figures change once a period, which is longer than this.
    private static let statusAge = TimeAmount.milliseconds(2)

    /// Makes a server for a transport, whose events it takes.
    ///
    /// - Parameters:
    ///   - transport: What the commands work on.
    ///   - eventLoop: The loop to which all is confined.
    ///   - logger: For what concerns nobody's answer.
    ///   - whenQuit: Called for the command `quit`.
    init(
        _ transport: Transport,
        on eventLoop: any EventLoop,
        logger: Logger,
        whenQuit: @escaping () -> Void
    ) {
        self.transport = transport
        self.eventLoop = eventLoop
        self.logger = logger
        self.whenQuit = whenQuit
        transport.wanted = []
        transport.events = { [weak self] event in self?.publish(event) }
    }

    /// Takes connections at a socket that listens; it is closed with the server.
    func listen(at socket: CInt) -> EventLoopFuture<Void> {
        let own = NIOLoopBound(self, eventLoop: eventLoop)
        let marks = ChannelOptions.Types.WriteBufferWaterMark(
            low: ControlClient.outputLimit / 2,
            high: ControlClient.outputLimit
        )
        return ServerBootstrap(group: eventLoop)
            .serverChannelOption(.maxMessagesPerRead, value: 16)
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.writeBufferWaterMark, value: marks)
            .childChannelInitializer { channel in
                PeerCredentials.of(channel).flatMapThrowing { peer in
                    let server = own.value
                    let client = ControlClient(server, refusal: server.refusal(of: peer))
                    try channel.pipeline.syncOperations.addHandler(client)
                }
            }
            .withBoundSocket(socket)
            .assumeIsolated()
            .map { channel in own.value.listener = channel }
            .nonisolated()
    }

    /// Takes no more connections.
    func stopListening() {
        listener?.close(promise: nil)
        listener = nil
    }

    /// Ends all connections.
    func closeClients() {
        positionTimer?.cancel()
        for client in clients.values { client.close() }
    }

    /// Ends the daemon, after what was answered up to now has been sent.
    func quit() {
        eventLoop.assumeIsolated().execute { [self] in whenQuit() }
    }

    private func refusal(of peer: PeerCredentials) -> RequestFailure? {
        guard peer.user == getuid() || peer.user == 0 else {
            logger.warning("refused user \(peer.user) (process \(peer.process))")
            return RequestFailure(77, "this daemon belongs to another user")
        }
        guard clients.count < clientLimit else {
            return RequestFailure(75, "too many connections: \(clientLimit) are open")
        }
        return nil
    }
}

// MARK: - Clients

extension ControlServer {
    /// How things stand; the same answer for all who ask within two milliseconds in which nothing
    /// was done.
    func status() -> Answer {
        let now = NIODeadline.now()
        if let lastStatus, now < lastStatus.until { return lastStatus.answer }
        let answer = StatusAnswer.answer(transport.status(), clients: clients.count).prepared()
        lastStatus = (answer, now + Self.statusAge)
        return answer
    }

    /// Something is done or has happened: the next status is made anew.
    func forgetStatus() {
        lastStatus = nil
    }

    func add(_ client: ControlClient) {
        forgetStatus()
        clients[ObjectIdentifier(client)] = client
    }

    func remove(_ client: ControlClient) {
        forgetStatus()
        guard clients.removeValue(forKey: ObjectIdentifier(client)) != nil,
            !client.subscription.types.isEmpty
        else { return }
        subscriptionsChanged()
    }

    /// What anybody subscribes to has changed.
    func subscriptionsChanged() {
        transport.wanted = clients.values.reduce(into: []) { $0.formUnion($1.subscription.types) }
        schedulePosition()
    }
}

// MARK: - Events

extension ControlServer {
    private func publish(_ event: DaemonEvent) {
        forgetStatus()
        var line = EventLine(event)
        for client in clients.values { client.tell(&line) }
        if event.type == .transport {
            let playing = JSONValue.string(TransportStatus.State.playing.rawValue)
            isPlaying = event.fields.contains { $0.key == "state" && $0.value == playing }
            schedulePosition()
        }
    }

    /// Sets the timer for whoever is to be told the position next; there is none while nothing
    /// plays or nobody wants to know.
    private func schedulePosition() {
        let due = clients.values.lazy
            .filter { $0.subscription.types.contains(.position) }
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
            self?.tellPosition()
        }
    }

    private func tellPosition() {
        positionTimer = nil
        if let position = transport.position() {
            let now = NIODeadline.now()
            var line = EventLine(.position(position))
            for client in clients.values { client.tellPosition(&line, now) }
            schedulePosition()
        }
    }
}
