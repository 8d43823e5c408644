package import ControlProtocol
import Glibc
import Platform

/// A socket at which the daemon listens, and the claim to it.
package final class ControlSocket: Sendable {
    package let path: String
    /// The listening socket; the server closes it.
    package let descriptor: CInt
    /// The role of its clients.
    package let role: Permission
    /// Whether only the daemon's user and root may connect, whatever the file's mode is.
    package let isPrivate: Bool
    /// The claim to the path, and the file that was made; `nil` for a socket of the service manager.
    private let own: (claim: SocketClaim, file: FileStatus.Identity?)?

    /// Claims the path of the main socket and listens.
    ///
    /// - Parameters:
    ///   - path: The value of `--socket`, if there is one.
    ///   - name: The daemon's name, for the folder if no path is set.
    /// - Throws: 75 if a daemon runs, 73 if the socket cannot be made, 77 if the folder is not
    ///   safe.
    package convenience init(path: String?, name: String) throws(RequestError) {
        if let path = try SocketPath.named(path: path, name: name) {
            try self.init(at: path)
        } else {
            try self.init(inFolderOf: name, named: "control.sock")
        }
    }

    /// Claims a path in the folder of a daemon's name, and listens for the user alone.
    ///
    /// - Parameters:
    ///   - name: The daemon's name.
    ///   - file: The name of the socket's file.
    /// - Throws: As ``init(path:name:)``.
    package convenience init(inFolderOf name: String, named file: String) throws(RequestError) {
        let folder = "\(try SocketPath.runtime())/\(name)"
        try Self.makeFolder(folder)
        try self.init(at: SocketPath.checked("\(folder)/\(file)"))
    }

    /// Claims the path of a further socket and listens.
    ///
    /// - Parameter settings: The path, the role of the clients, and who may connect.
    /// - Throws: 64 for a group that does not exist, 77 for one that the user is not a member of, 75 if
    ///   a daemon runs, 73 if the socket cannot be made.
    package convenience init(_ settings: SocketSettings) throws(RequestError) {
        let access = try SocketAccess(settings)
        try self.init(at: settings.path, role: settings.role, access)
    }

    /// Takes a socket that the service manager passes: it listens already, and its file belongs to the
    /// service manager.
    ///
    /// - Parameters:
    ///   - descriptor: The socket.
    ///   - name: Its name, for messages.
    ///   - role: The role of its clients; `nil` for the main socket.
    /// - Throws: 64 if it is not a listening Unix stream socket.
    init(passed descriptor: CInt, named name: String, role: Permission?) throws(RequestError) {
        guard Self.option(SO_DOMAIN, of: descriptor) == AF_UNIX,
            Self.option(SO_TYPE, of: descriptor) == CInt(SOCK_STREAM.rawValue),
            Self.option(SO_ACCEPTCONN, of: descriptor) == 1
        else {
            throw RequestError(
                .usage,
                "descriptor \(descriptor) (\(name)) of the service manager: not a Unix stream socket "
                    + "that listens; set ListenStream= to a path"
            )
        }
        self.descriptor = descriptor
        self.role = role ?? .admin
        isPrivate = role == nil
        path = UnixAddress.path(of: descriptor)
        own = nil
    }

    private static func option(_ name: CInt, of descriptor: CInt) -> CInt? {
        var value: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        return unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }

    /// Whether the service manager has made it.
    package var isPassed: Bool { own == nil }

    /// Claims the main socket and further ones, all or none.
    ///
    /// - Parameters:
    ///   - path: The value of `--socket`, if there is one.
    ///   - name: The daemon's name.
    ///   - further: The further sockets.
    ///   - passed: The sockets of the service manager: a private one is the main socket.
    /// - Returns: The sockets, the main one first.
    /// - Throws: As the initializers do, and 64 for a path that is not that of the service manager's
    ///   main socket; nothing is left then.
    package static func all(
        path: String?,
        name: String,
        further: [SocketSettings],
        passed: [ControlSocket] = []
    ) throws(RequestError) -> [ControlSocket] {
        var sockets = passed
        if let main = passed.first, main.isPrivate {
            if let path = try SocketPath.named(path: path, name: name), path != main.path {
                throw RequestError(
                    .usage,
                    "\(path): the service manager passes the socket \(main.path); leave out --socket "
                        + "and $\(SocketPath.variable), or set ListenStream=\(path)"
                )
            }
        } else {
            sockets.insert(try ControlSocket(path: path, name: name), at: 0)
        }
        do throws(RequestError) {
            for settings in further {
                guard !sockets.contains(where: { $0.hasFile(at: settings.path) }) else {
                    throw RequestError(.usage, "--listen: \(settings.path): given more than once")
                }
                sockets.append(try ControlSocket(settings))
            }
        } catch {
            for socket in sockets { socket.discard() }
            throw error
        }
        return sockets
    }

    /// Whether a path leads to its file.
    private func hasFile(at other: String) -> Bool {
        other == path || own?.file.map { $0 == Self.identity(at: other) } ?? false
    }

    private static func identity(at path: String) -> FileStatus.Identity? {
        FileStatus(path, followsLinks: false)?.identity
    }

    private init(
        at path: String,
        role: Permission = .admin,
        _ access: SocketAccess? = nil
    ) throws(RequestError) {
        self.path = path
        self.role = role
        isPrivate = access == nil
        let claim = try SocketClaim(to: path)
        do throws(RequestError) {
            try Self.removeStale(path)
            descriptor = try Self.listen(at: path)
        } catch {
            claim.release()
            throw error
        }
        own = (claim, Self.identity(at: path))
        guard let access else { return }
        do throws(RequestError) {
            try access.apply(to: path)
        } catch {
            discard()
            throw error
        }
    }

    /// Removes the socket, if it is still ours: no client can connect any more.
    package func remove() {
        if let file = own?.file, file == Self.identity(at: path) { unsafe unlink(path.systemPath) }
    }

    /// Gives up the claim, after ``remove()`` and as the last thing that the daemon does.
    package func release() {
        own?.claim.release()
    }

    /// Takes back all, before any server listens.
    package func discard() {
        remove()
        close(descriptor)
        release()
    }

    // MARK: - The folder

    /// Makes the folder for the user alone, or finds it so.
    package static func makeFolder(_ folder: String) throws(RequestError) {
        guard unsafe mkdir(folder.systemPath, 0o700) != 0 else { return }
        guard errno == EEXIST else {
            throw RequestError(.cannotCreate, "\(folder): \(SystemError.text())")
        }
        var status = stat()
        guard unsafe lstat(folder.systemPath, &status) == 0, status.st_mode & S_IFMT == S_IFDIR
        else {
            throw RequestError(.cannotCreate, "\(folder): not a directory")
        }
        guard status.st_uid == getuid() else {
            throw RequestError(.notPermitted, "\(folder): belongs to another user")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw RequestError(
                .notPermitted,
                "\(folder): accessible to other users (mode "
                    + "\(String(status.st_mode & 0o777, radix: 8))); change it to 700"
            )
        }
    }

    // MARK: - The socket

    /// Removes a socket at which no daemon listens.
    private static func removeStale(_ path: String) throws(RequestError) {
        var status = stat()
        guard unsafe lstat(path.systemPath, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw RequestError(.cannotCreate, "\(path): exists and is not a socket")
        }
        let probe = UnixAddress.socket()
        defer { close(probe) }
        // A full queue of a socket that does block would keep us waiting.
        _ = fcntl(probe, F_SETFL, O_NONBLOCK)
        let error = UnixAddress.connect(probe, to: path)
        guard error != 0, error != EAGAIN else { throw SocketClaim.running(peer(of: probe), path) }
        guard unsafe unlink(path.systemPath) == 0 || errno == ENOENT else {
            throw RequestError(.cannotCreate, "\(path): \(SystemError.text())")
        }
    }

    private static func peer(of socket: CInt) -> Int? {
        let process = PeerCredentials(ofPeerAt: socket).process
        return process > 0 ? Int(process) : nil
    }

    /// Makes a socket that only the user may connect to.
    private static func listen(at path: String) throws(RequestError) -> CInt {
        let socket = UnixAddress.socket()
        // Linux gives the file the socket's mode. Not chmod(2) afterwards: in between it would be open;
        // and not umask(2), which other threads share.
        let isPrivate = socket >= 0 && fchmod(socket, 0o600) == 0
        let error = isPrivate ? UnixAddress.bind(socket, to: path) : errno
        guard error == 0, Glibc.listen(socket, 1_024) == 0 else {
            let reason = SystemError.text(error == 0 ? errno : error)
            if socket >= 0 { close(socket) }
            throw RequestError(.cannotCreate, "\(path): \(reason)")
        }
        return socket
    }
}
