import Glibc
import Logging
import NIOCore
import NIOPosix
import SeqdDaemon
import ServiceLifecycle

/// The life of the daemon, from the claim to its socket to the end of its sound.
struct DaemonService: Service {
    let settings: TransportSettings
    let logger: Logger
    let notifier = ServiceNotifier()
    private let socket: ControlSocket

    /// The time limit of a shutdown: all is over within a second.
    private static let timeToEnd = Duration.milliseconds(900)

    init(_ settings: TransportSettings, _ socket: ControlSocket, logger: Logger) {
        self.settings = settings
        self.socket = socket
        self.logger = logger
    }

    /// Releases the claim to the socket; the last thing to be done.
    func release() {
        socket.remove()
        socket.release()
    }

    func run() async throws {
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
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let running = try await start(on: group.next()) {
            hurry()
            end.finish()
        }
        logger.info("listening at \(socket.path)")
        notifier.ready()
        for await _ in ends {}
        logger.info("shutting down")
        notifier.stopping()
        socket.remove()
        try await stop(running, on: group.next())
        try await group.shutdownGracefully()
    }

    /// Makes the parts that are confined to the event loop, and serves the socket.
    private func start(
        on eventLoop: any EventLoop,
        onQuit: @escaping @Sendable () -> Void
    ) async throws -> NIOLoopBound<(ControlServer, Transport)> {
        try await eventLoop.flatSubmit {
            do throws(CommandFailure) {
                let transport = try makeTransport(on: eventLoop)
                let server = ControlServer(
                    transport,
                    on: eventLoop,
                    logger: logger,
                    onQuit: onQuit
                )
                server.handler = DaemonHandlers(
                    transport,
                    server,
                    version: ProgramVersion.number
                )
                let running = NIOLoopBound((server, transport), eventLoop: eventLoop)
                return server.listen(at: socket.descriptor).map { running }
            } catch {
                return eventLoop.makeFailedFuture(error)
            }
        }.get()
    }

    /// Fades out the sound; the clients still get their answers.
    private func stop(
        _ running: NIOLoopBound<(ControlServer, Transport)>,
        on eventLoop: any EventLoop
    ) async throws {
        try await eventLoop.flatSubmit {
            let (server, transport) = running.value
            server.stopListening()
            return transport.shutDown().map { running.value.0.closeConnections() }
        }.get()
    }

    /// Exits if something does not end in time, such as a device that hangs.
    private func hurry() {
        Task.detached {
            try? await Task.sleep(for: Self.timeToEnd)
            logger.warning("shutdown timed out; exiting anyway")
            release()
            _exit(0)
        }
    }
}
