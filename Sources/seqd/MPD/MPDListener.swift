import CommandSupport
import ControlProtocol
import Glibc
import MPDProtocol
import Platform
import SeqdDaemon

/// The sockets of an address at which clients connect.
struct MPDListener {
    /// The listening sockets.
    let sockets: [CInt]
    /// Whether it is a Unix socket.
    var isLocal: Bool { unix != nil }
    private let unix: ControlSocket?

    /// The connections that wait to be taken.
    private static let backlog: CInt = 64

    /// Listens at an address; `nil` is the socket in the daemon's folder.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - name: The daemon's name.
    /// - Throws: 75 if another process listens there, 73 if the socket cannot be made.
    init(_ address: MPDAddress?, name: String) throws(CommandFailure) {
        switch address {
        case nil:
            let socket = try CommandFailure.catching { () throws(RequestError) in
                try ControlSocket(inFolderOf: name, named: "mpd.socket")
            }
            (unix, sockets) = (socket, [socket.descriptor])
        case .path(let path):
            let socket = try CommandFailure.catching { () throws(RequestError) in
                try ControlSocket(
                    SocketSettings(path: SocketPath.checked(path, from: "--listen"))
                )
            }
            (unix, sockets) = (socket, [socket.descriptor])
        case .loopback4(let bytes, let port):
            (unix, sockets) = (nil, [try Self.listen(bytes, port)])
        case .loopback6(let port):
            (unix, sockets) = (nil, [try Self.listen6(port)])
        case .localhost(let port):
            var made = [try Self.listen([127, 0, 0, 1], port)]
            do throws(CommandFailure) {
                made.append(try Self.listen6(port))
            } catch {
                // A machine may have no IPv6; a port that is taken is a fault.
                guard error.status != .busy else {
                    close(made[0])
                    throw error
                }
            }
            (unix, sockets) = (nil, made)
        }
    }

    /// Removes the file of a Unix socket, and gives up the claim to it.
    func remove() {
        unix?.remove()
        unix?.release()
    }

    private static func listen(_ bytes: [UInt8], _ port: UInt16) throws(CommandFailure) -> CInt {
        let name = bytes.map(String.init).joined(separator: ".") + ":\(port)"
        return try listen(InternetSocket.End(bytes: bytes, port: port), name)
    }

    private static func listen6(_ port: UInt16) throws(CommandFailure) -> CInt {
        let loopback = [UInt8](repeating: 0, count: 15) + [1]
        return try listen(InternetSocket.End(bytes: loopback, port: port), "[::1]:\(port)")
    }

    private static func listen(
        _ end: InternetSocket.End,
        _ name: String
    ) throws(CommandFailure) -> CInt {
        do throws(InternetSocket.Failure) {
            return try InternetSocket.listen(at: end, backlog: backlog)
        } catch {
            throw error.number == EADDRINUSE
                ? CommandFailure(.busy, "\(name): another program listens there")
                : CommandFailure(
                    error.number == EACCES ? .notPermitted : .cannotCreate,
                    "\(name): \(error)"
                )
        }
    }
}
