import ControlProtocol
import Glibc
package import Logging
import Platform

/// The daemon's side of the socket: its connections, each of which carries a session.
@EventLoop
package final class ControlServer {
    /// The maximum number of connections; more are refused with 75.
    ///
    /// Music, fonts and the device can still be opened, and accept(2) does not fail for lack of a
    /// descriptor.
    private let clientLimit = max(8, min(4_096, OpenFileLimit.current - 48))

    /// The sessions of all clients.
    let hub: SessionHub
    /// The bytes that a connection has received last: they share the memory.
    var received = ByteBuffer()
    private let logger: Logger
    private var connections: [ObjectIdentifier: SocketConnection] = [:]
    /// The number of connections whose role is not admin.
    private var restrictedCount = 0
    private var listeners: [SocketListener] = []
    /// The time at which it was logged last that there is no descriptor left.
    private var loggedExhaustion: LoopTime?
    /// The connections that were accepted so far.
    private(set) var acceptedCount = 0

    /// Makes a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - hub: The sessions.
    ///   - logger: The log of refused connections.
    package init(_ hub: SessionHub, logger: Logger) {
        self.hub = hub
        self.logger = logger
    }

    /// Accepts connections at a socket that listens; its descriptor is closed with the server.
    ///
    /// - Throws: 73 if the system refuses it.
    func listen(at socket: ControlSocket) throws(RequestError) {
        let listener = SocketListener(
            socket.descriptor,
            onExhaustion: { [unowned self] in exhaustion() }
        ) { [unowned self] descriptor in
            accept(descriptor, at: socket)
        }
        guard let listener else {
            throw RequestError(.cannotCreate, "\(socket.path): \(SystemError.text())")
        }
        listeners.append(listener)
    }

    /// The error of a connection that there is no descriptor for, which is logged once a minute.
    private func exhaustion() -> RequestError {
        let message =
            "Too many open files: the daemon may have \(OpenFileLimit.current) (ulimit -n)"
        if loggedExhaustion.map({ LoopTime.now() - $0 >= .seconds(60) }) ?? true {
            loggedExhaustion = .now()
            logger.error("refused a connection: \(message)")
        }
        return RequestError(.busy, message)
    }

    private func accept(_ descriptor: CInt, at socket: ControlSocket) {
        let peer = PeerCredentials(ofPeerAt: descriptor)
        let connection = SocketConnection(descriptor, of: self, peer: peer, as: socket.role)
        if let refusal = refusal(of: peer, at: socket) {
            connection.refuse(refusal)
        } else {
            add(connection)
            connection.begin()
        }
    }

    /// Accepts no more connections.
    package func stopListening() {
        for listener in listeners { listener.close() }
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
        guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        if connection.session.permission < .admin { restrictedCount -= 1 }
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
