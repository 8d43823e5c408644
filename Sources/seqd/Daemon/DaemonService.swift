import Glibc
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The daemon's life: from the socket that it has claimed to the end of its sound.
struct DaemonService: Service {
    let settings: TransportSettings
    let logger: Logger
    let notifier = ServiceNotifier()
    private let socket: ControlSocket

    /// The most time that the end may take: a second after it was asked for all is over.
    private static let timeToEnd = Duration.milliseconds(900)

    init(_ settings: TransportSettings, _ socket: ControlSocket, logger: Logger) {
        self.settings = settings
        self.socket = socket
        self.logger = logger
    }

    /// Gives the claim to the socket back; the last thing to be done.
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
        let server = try await start(on: group.next()) {
            hurry()
            end.finish()
        }
        logger.info("listening at \(socket.path)")
        notifier.ready()
        for await _ in ends {}
        logger.info("shutting down")
        notifier.stopping()
        socket.remove()
        try await stop(server, on: group.next())
        try await group.shutdownGracefully()
    }

    /// Makes all that is confined to the event loop, and serves the socket.
    private func start(
        on eventLoop: any EventLoop,
        whenQuit: @escaping @Sendable () -> Void
    ) async throws -> NIOLoopBound<ControlServer> {
        try await eventLoop.flatSubmit {
            do throws(CommandFailure) {
                let server = ControlServer(
                    try makeTransport(on: eventLoop),
                    on: eventLoop,
                    logger: logger,
                    whenQuit: whenQuit
                )
                let bound = NIOLoopBound(server, eventLoop: eventLoop)
                return server.listen(at: socket.descriptor).map { bound }
            } catch {
                return eventLoop.makeFailedFuture(error)
            }
        }.get()
    }

    /// Lets the sound fade; the clients get what they were still to get.
    private func stop(
        _ server: NIOLoopBound<ControlServer>,
        on eventLoop: any EventLoop
    ) async throws {
        try await eventLoop.flatSubmit {
            server.value.stopListening()
            return server.value.transport.shutDown().map { server.value.closeClients() }
        }.get()
    }

    /// Ends the process when something does not end in time, such as a device that hangs.
    private func hurry() {
        Task.detached {
            try? await Task.sleep(for: Self.timeToEnd)
            logger.warning("shutdown timed out; exiting anyway")
            release()
            _exit(0)
        }
    }
}
