import ControlProtocol
import Glibc
package import Logging
package import NIOCore
import NIOPosix

/// The daemon's side of the socket: its connections, each of which carries a session.
///
/// Confined to the event loop.
package final class ControlServer {
    /// The maximum number of connections; more are refused with 75.
    ///
    /// Music, fonts and the device can still be opened. And accept(2) does not fail for lack of a
    /// descriptor: NIO would try again and again without a pause (measured: a third of a core, 2.101).
    private let clientLimit = max(8, min(4_096, OpenFileLimit.current - 48))

    /// The sessions of all clients.
    let hub: SessionHub
    private let eventLoop: any EventLoop
    private let logger: Logger
    private var connections: [ObjectIdentifier: SocketConnection] = [:]
    /// The number of connections whose role is not admin.
    private var restrictedCount = 0
    private var listeners: [any Channel] = []
    /// The connections that were accepted so far.
    private(set) var acceptedCount = 0

    /// Makes a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - hub: The sessions.
    ///   - eventLoop: The loop to which all is confined.
    ///   - logger: The log of refused connections.
    package init(_ hub: SessionHub, on eventLoop: any EventLoop, logger: Logger) {
        self.hub = hub
        self.eventLoop = eventLoop
        self.logger = logger
    }

    /// Accepts connections at a socket that listens; its descriptor is closed with the server.
    package func listen(at socket: ControlSocket) -> EventLoopFuture<Void> {
        let own = NIOLoopBound(self, eventLoop: eventLoop)
        let marks = ChannelOptions.Types.WriteBufferWaterMark(
            low: SocketConnection.outputLimit / 2,
            high: SocketConnection.outputLimit
        )
        return ServerBootstrap(group: eventLoop)
            .serverChannelOption(.maxMessagesPerRead, value: 16)
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.writeBufferWaterMark, value: marks)
            .childChannelInitializer { channel in
                PeerCredentials.of(channel).flatMapThrowing { peer in
                    let server = own.value
                    let connection = SocketConnection(
                        server,
                        of: peer,
                        as: socket.role,
                        refusal: server.refusal(of: peer, at: socket)
                    )
                    try channel.pipeline.syncOperations.addHandler(connection)
                }
            }
            .withBoundSocket(socket.descriptor)
            .assumeIsolated()
            .map { channel in own.value.listeners.append(channel) }
            .nonisolated()
    }

    /// Accepts no more connections.
    package func stopListening() {
        for listener in listeners { listener.close(promise: nil) }
        listeners = []
    }

    /// Closes all connections.
    package func closeConnections() {
        hub.stop()
        for connection in connections.values { connection.close() }
    }

    func add(_ connection: SocketConnection) {
        acceptedCount += 1
        connections[ObjectIdentifier(connection)] = connection
        if connection.session.permission < .admin { restrictedCount += 1 }
        hub.add(connection.session)
        let session = connection.session
        let (peer, role) = (session.peer, session.permission.name)
        logger.debug("client connected: user \(peer.user), process \(peer.process), role \(role)")
    }

    func remove(_ connection: SocketConnection) {
        let removed = connections.removeValue(forKey: ObjectIdentifier(connection))
        if let removed, removed.session.permission < .admin { restrictedCount -= 1 }
        hub.remove(connection.session)
    }

    private func refusal(of peer: PeerCredentials, at socket: ControlSocket) -> RequestError? {
        guard !socket.isPrivate || peer.user == getuid() || peer.user == 0 else {
            logger.warning("refused user \(peer.user) (process \(peer.process))")
            return RequestError(.notPermitted, "this daemon belongs to another user")
        }
        guard connections.count < clientLimit else {
            return RequestError(.busy, "too many connections: \(clientLimit) are open")
        }
        // A quarter is for those who can quit the daemon.
        guard socket.role == .admin || restrictedCount < clientLimit / 4 * 3 else {
            return RequestError(
                .busy,
                "too many connections of the roles observer and transport: \(restrictedCount) are open"
            )
        }
        return nil
    }
}
