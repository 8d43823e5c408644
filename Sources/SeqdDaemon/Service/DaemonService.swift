import ControlProtocol
import Glibc
package import Logging
import NIOCore
import ServiceLifecycle

/// The life of the daemon, from the claim to its socket to the end of its sound.
package struct DaemonService: Service {
    let settings: TransportSettings
    package let logger: Logger
    /// The version of seqd.
    let version: String
    let notifier = ServiceNotifier()
    /// Takes SIGHUP.
    package let hangUps = HangUpService()
    private let reread: @Sendable () throws -> TransportSettings
    private let sockets: [ControlSocket]
    /// How the state is kept; `nil` if it is not.
    private let state: StateSettings?

    /// The parts that are confined to the event loop.
    private struct Parts {
        let server: ControlServer
        let transport: Transport
        let state: StateService?
        let life: ServiceLife
    }

    /// The seconds without activity after which the daemon exits; 0 for never.
    private let exitIdleSeconds: Double

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
    ///   - state: How the state is kept; `nil` if it is not.
    ///   - sockets: The sockets that were claimed, the main one first.
    ///   - exitIdleSeconds: The seconds without clients, playback and live MIDI after which the daemon
    ///     exits; 0 for never.
    ///   - version: The version of seqd.
    ///   - logger: The daemon's log.
    ///   - reread: Reads the settings again, on any thread.
    package init(
        _ settings: TransportSettings,
        state: StateSettings?,
        _ sockets: [ControlSocket],
        exitIdleSeconds: Double = 0,
        version: String,
        logger: Logger,
        reread: @escaping @Sendable () throws -> TransportSettings
    ) {
        self.exitIdleSeconds = exitIdleSeconds
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

    package func run() async throws {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        try await withGracefulShutdownHandler {
            try await serve(until: ends, end)
        } onGracefulShutdown: {
            hurry()
            end.finish()
        }
    }

    private func serve(
        until ends: AsyncStream<Void>,
        _ end: AsyncStream<Void>.Continuation
    ) async throws {
        let loop = try PollLoop()
        let running = try await start(on: loop) {
            hurry()
            end.finish()
        }
        for socket in sockets { logger.info("listening at \(socket.path)\(socket.audience)") }
        notifier.ready()
        for await _ in ends {}
        logger.info("shutting down")
        notifier.stopping()
        removeSockets()
        try await stop(running, on: loop)
        try await loop.shutdownGracefully()
    }

    /// Makes the parts that are confined to the event loop, and serves the sockets.
    private func start(
        on eventLoop: PollLoop,
        onQuit: @escaping @Sendable () -> Void
    ) async throws -> NIOLoopBound<Parts> {
        try await eventLoop.flatSubmit {
            do throws(RequestError) {
                let transport = try makeTransport(on: eventLoop)
                let hub = SessionHub(transport, on: eventLoop)
                let reloader = SettingsReloader(
                    of: transport,
                    notifier: notifier,
                    logger: logger,
                    read: reread
                )
                hub.handler = DaemonHandlers(
                    transport,
                    hub,
                    reloader,
                    version: version,
                    onQuit: onQuit
                )
                let server = ControlServer(hub, on: eventLoop, logger: logger)
                let stateService = state.map { StateService($0, of: transport, logger: logger) }
                let life = ServiceLife(server, transport, on: eventLoop)
                life.watch(notifier)
                life.exit(afterSeconds: exitIdleSeconds) {
                    logger.info("idle for \(exitIdleSeconds) s; exiting")
                    onQuit()
                }
                let running = NIOLoopBound(
                    Parts(server: server, transport: transport, state: stateService, life: life),
                    eventLoop: eventLoop
                )
                let bound = NIOLoopBound(reloader, eventLoop: eventLoop)
                hangUps.onSignal { eventLoop.execute { _ = bound.value.reload() } }
                // The first client finds all of it restored.
                return transport.useRackOfOptions().flatMap {
                    running.value.state?.begin() ?? eventLoop.makeSucceededVoidFuture()
                }.flatMap {
                    eventLoop.makeCompletedFuture {
                        for socket in sockets { try running.value.server.listen(at: socket) }
                        return running
                    }
                }
            } catch {
                return eventLoop.makeFailedFuture(error)
            }
        }.get()
    }

    /// Fades out the sound; the clients still get their answers.
    private func stop(
        _ running: NIOLoopBound<Parts>,
        on eventLoop: any EventLoop
    ) async throws {
        try await eventLoop.flatSubmit {
            let parts = running.value
            parts.life.stop()
            parts.server.stopListening()
            // Before the sound ends, which changes it.
            let saved = parts.state?.end() ?? eventLoop.makeSucceededVoidFuture()
            return saved.and(parts.transport.shutDown()).flatMap { _ in
                // With what has become of a recording.
                running.value.state?.finish() ?? eventLoop.makeSucceededVoidFuture()
            }.map {
                running.value.server.closeConnections()
            }
        }.get()
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
