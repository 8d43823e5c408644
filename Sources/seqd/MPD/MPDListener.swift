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
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        let number = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        address.sin_addr.s_addr = number.bigEndian
        let name = bytes.map(String.init).joined(separator: ".") + ":\(port)"
        return try listen(AF_INET, name) { socket in
            unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
    }

    private static func listen6(_ port: UInt16) throws(CommandFailure) -> CInt {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_addr = in6addr_loopback
        return try listen(AF_INET6, "[::1]:\(port)") { socket in
            unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        }
    }

    private static func listen(
        _ family: CInt,
        _ name: String,
        _ bind: (CInt) -> CInt
    ) throws(CommandFailure) -> CInt {
        let socket = Glibc.socket(
            family,
            CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue),
            0
        )
        guard socket >= 0 else {
            throw CommandFailure(.cannotCreate, "\(name): \(SystemError.text())")
        }
        var isOn: CInt = 1
        let size = socklen_t(MemoryLayout<CInt>.size)
        // A port of a process that has just ended.
        _ = unsafe setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isOn, size)
        guard bind(socket) == 0, Glibc.listen(socket, backlog) == 0 else {
            let error = errno
            close(socket)
            throw error == EADDRINUSE
                ? CommandFailure(.busy, "\(name): another program listens there")
                : CommandFailure(
                    error == EACCES ? .notPermitted : .cannotCreate,
                    "\(name): \(SystemError.text(error))"
                )
        }
        return socket
    }
}
