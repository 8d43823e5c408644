import ControlProtocol
import Glibc
package import Logging

/// The life of the daemon, from the claim to its socket to the end of its sound.
package struct DaemonService: Sendable {
    let settings: TransportSettings
    package let logger: Logger
    /// The version of seqd.
    let version: String
    let notifier = ServiceNotifier()
    private let life = Life()
    private let reread: @Sendable () throws -> TransportSettings
    private let sockets: [ControlSocket]
    /// The settings of the stored state; `nil` if it is not.
    private let state: StateSettings?

    private struct Parts: Sendable {
        let server: ControlServer
        let transport: Transport
        let state: StateService?
        let timers: ServiceLife
        let desktop: DesktopPlayer
    }

    /// The requests of signals and clients to the service.
    @EventLoop
    private final class Life {
        /// Settled when the service is to end.
        let stopped = Pending<Void>()
        private var action: (() -> Void)?
        private var isReloadPending = false

        nonisolated init() {}

        func reload() {
            guard !stopped.isSettled else { return }
            isReloadPending = action == nil
            action?()
        }

        /// Sets what is done for a reload, and does it if one came before.
        func onReload(_ action: @escaping () -> Void) {
            self.action = action
            if isReloadPending { reload() }
        }
    }

    /// The seconds without activity after which the daemon exits; 0 for never.
    private let exitIdleSeconds: Double

    /// The name under which the desktop shows the daemon; `nil` if it does not.
    private let desktopName: String?

    /// The time limit of a shutdown, which takes much less than a second unless something hangs.
    ///
    /// On a busy machine a render job, whose thread has a low priority, needs its time to remove what
    /// it has begun.
    private static let timeToEnd = Duration.seconds(4)

    /// The exit status of a daemon of which something did not end in time: an internal error.
    private static let hungStatus: CInt = 70

    /// Makes the service of a daemon.
    ///
    /// - Parameters:
    ///   - settings: The settings of the sound.
    ///   - state: The settings of the stored state; `nil` if it is not.
    ///   - sockets: The sockets that were claimed, the main one first.
    ///   - exitIdleSeconds: The seconds without clients, playback and live MIDI after which the daemon
    ///     exits; 0 for never.
    ///   - desktopName: The daemon's name, if the desktop may control it; `nil` if not.
    ///   - version: The version of seqd.
    ///   - logger: The daemon's log.
    ///   - reread: Reads the settings again, on any thread.
    package init(
        _ settings: TransportSettings,
        state: StateSettings?,
        _ sockets: [ControlSocket],
        exitIdleSeconds: Double = 0,
        desktopName: String? = nil,
        version: String,
        logger: Logger,
        reread: @escaping @Sendable () throws -> TransportSettings
    ) {
        self.exitIdleSeconds = exitIdleSeconds
        self.desktopName = desktopName
        self.version = version
        self.settings = settings
        self.state = state
        self.sockets = sockets
        self.logger = logger
        self.reread = reread
    }

    /// Releases the claims to the sockets; the last thing to be done.
    package func release() {
        removeSockets()
        for socket in sockets { socket.release() }
    }

    private func removeSockets() {
        for socket in sockets { socket.remove() }
    }

    /// Serves until ``stop()`` or a client's `quit`.
    ///
    /// - Throws: The error of a part that cannot start.
    @EventLoop
    package func run() async throws {
        let running = try await start()
        for socket in sockets { logger.info("listening at \(socket.path)\(socket.audience)") }
        notifier.ready()
        _ = await life.stopped.outcome
        logger.info("shutting down")
        notifier.stopping()
        removeSockets()
        await stop(running)
    }

    /// Ends the service soon; any thread.
    package func stop() {
        hurry()
        EventLoop.execute { life.stopped.succeed() }
    }

    /// Reads the configuration again, as soon as there is something to apply it to; any thread.
    package func reload() {
        EventLoop.execute { life.reload() }
    }

    /// Makes the parts, and serves the sockets.
    @EventLoop
    private func start() async throws -> Parts {
        let transport = try await Transport.make(settings, logger: logger)
        transport.reporter.onStatusChange = notifier.status
        try transport.start(settings.live)
        let hub = SessionHub(transport)
        let reloader = SettingsReloader(
            of: transport,
            notifier: notifier,
            logger: logger,
            read: reread
        )
        hub.handler = DaemonHandlers(transport, hub, reloader, version: version) { stop() }
        let server = ControlServer(hub, logger: logger)
        let parts = Parts(
            server: server,
            transport: transport,
            state: state.map { StateService($0, of: transport, logger: logger) },
            timers: ServiceLife(server, transport),
            desktop: DesktopPlayer(transport, hub, logger)
        )
        parts.timers.watch(notifier)
        parts.timers.exit(afterSeconds: exitIdleSeconds) {
            logger.info("idle for \(exitIdleSeconds) s; exiting")
            stop()
        }
        life.onReload { EventLoop.begin { try await reloader.reload() } }
        // The first client finds all of it restored.
        try await transport.instruments.useRackOfOptions()
        await parts.state?.begin()
        for socket in sockets { try parts.server.listen(at: socket) }
        if let desktopName { parts.desktop.start(name: desktopName) }
        return parts
    }

    /// Ends the parts in the reverse order: fades out the sound; the clients still get their answers.
    @EventLoop
    private func stop(_ parts: Parts) async {
        parts.timers.stop()
        parts.server.stopListening()
        parts.desktop.stop()
        // Before the sound ends, which changes it.
        let saved = EventLoop.begin { await parts.state?.end() }
        await parts.transport.shutDown()
        _ = await saved.outcome
        // With what has become of a recording.
        await parts.state?.finish()
        parts.server.closeConnections()
    }

    /// Exits if something does not end in time, such as a device that hangs.
    private func hurry() {
        Task.detached {
            try? await Task.sleep(for: Self.timeToEnd)
            logger.error("shutdown timed out; exiting anyway, with status \(Self.hungStatus)")
            release()
            _exit(Self.hungStatus)
        }
    }
}

extension ControlSocket {
    /// The role of its clients in the log, unless it is the main socket, and its maker.
    fileprivate var audience: String {
        (isPrivate ? "" : " (role \(role.name))") + (isPassed ? " (of the service manager)" : "")
    }
}
