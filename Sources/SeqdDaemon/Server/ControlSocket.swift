package import ControlProtocol
import Glibc
import Platform

/// The socket at which the daemon listens, and the claim to it.
///
/// A lock on a file beside it shows that a daemon runs: the kernel releases it when the process ends.
/// Its holder may replace a socket that an earlier daemon left.
package final class ControlSocket: Sendable {
    package let path: String
    /// The listening socket; the server closes it.
    package let descriptor: CInt
    private let lock: CInt
    private let lockPath: String
    private let identity: FileIdentity

    /// Claims the path and listens.
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
            let folder = "\(try SocketPath.runtime())/\(name)"
            try Self.makeFolder(folder)
            try self.init(at: SocketPath.checked("\(folder)/control.sock"))
        }
    }

    private init(at path: String) throws(RequestError) {
        self.path = path
        lockPath = path + ".lock"
        lock = try Self.claim(lockPath, for: path)
        do throws(RequestError) {
            try Self.removeStale(path)
            descriptor = try Self.listen(at: path)
        } catch {
            unsafe unlink(lockPath)
            close(lock)
            throw error
        }
        identity = FileIdentity(path: path)
    }

    /// Removes the socket, if it is still ours: no client can connect any more.
    package func remove() {
        if FileIdentity(path: path) == identity { unsafe unlink(path) }
    }

    /// Gives up the claim, after ``remove()`` and as the last thing that the daemon does.
    package func release() {
        // In this order: a daemon that opens the file in between notices that it has gone.
        unsafe unlink(lockPath)
        close(lock)
    }

    // MARK: - The folder

    /// Makes the folder for the user alone, or finds it so.
    private static func makeFolder(_ folder: String) throws(RequestError) {
        guard unsafe mkdir(folder, 0o700) != 0 else { return }
        guard errno == EEXIST else {
            throw RequestError(.cannotCreate, "\(folder): \(SystemError.text())")
        }
        var status = stat()
        guard unsafe lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
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

    // MARK: - The claim

    /// The time for which a daemon that is ending may keep the claim, in milliseconds.
    private static let patience = 1_500

    private static func claim(_ lockPath: String, for path: String) throws(RequestError) -> CInt {
        var waited = 0
        while true {
            let lock = unsafe open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard lock >= 0 else {
                throw RequestError(
                    errno == EACCES ? .notPermitted : .cannotCreate,
                    "\(lockPath): \(SystemError.text())"
                )
            }
            guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
                let holder = pid(in: lock)
                close(lock)
                // Without a socket it is ending, or beginning: `seqd ctl quit; seqd daemon` works.
                guard unsafe access(path, F_OK) != 0, waited < patience else {
                    throw running(holder, path)
                }
                usleep(10_000)
                waited += 10
                continue
            }
            // Its last owner may have removed it since it was opened.
            guard FileIdentity(descriptor: lock) == FileIdentity(path: lockPath) else {
                close(lock)
                continue
            }
            ftruncate(lock, 0)
            let text = Array("\(getpid())\n".utf8)
            _ = unsafe pwrite(lock, text, text.count, 0)
            return lock
        }
    }

    private static func pid(in lock: CInt) -> Int? {
        var buffer = [UInt8](repeating: 0, count: 16)
        let count = unsafe pread(lock, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        return Int(String(decoding: buffer.prefix(count).prefix { $0 != 0x0A }, as: UTF8.self))
    }

    private static func running(_ pid: Int?, _ path: String) -> RequestError {
        let process = pid.map { "pid \($0), " } ?? ""
        let isThere = unsafe access(path, F_OK) == 0
        let advice =
            isThere ? "" : "; its socket was deleted, so only a signal reaches it"
        return RequestError(.busy, "already running (\(process)socket \(path))\(advice)")
    }

    // MARK: - The socket

    /// Removes a socket at which no daemon listens.
    private static func removeStale(_ path: String) throws(RequestError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw RequestError(.cannotCreate, "\(path): exists and is not a socket")
        }
        let probe = UnixAddress.socket()
        defer { close(probe) }
        // A full queue of a socket that does block would keep us waiting.
        _ = fcntl(probe, F_SETFL, O_NONBLOCK)
        let error = UnixAddress.connect(probe, to: path)
        guard error != 0, error != EAGAIN else { throw running(peer(of: probe), path) }
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw RequestError(.cannotCreate, "\(path): \(SystemError.text())")
        }
    }

    private static func peer(of socket: CInt) -> Int? {
        var credentials = PeerCredentials()
        var length = socklen_t(MemoryLayout<PeerCredentials>.size)
        let status = unsafe getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
        return status == 0 && credentials.process > 0 ? Int(credentials.process) : nil
    }

    /// Makes a socket that only the user may connect to.
    private static func listen(at path: String) throws(RequestError) -> CInt {
        let socket = UnixAddress.socket()
        // Not chmod(2) afterwards: in between it would be open. No other thread makes files now.
        let mask = umask(0o177)
        let error = socket < 0 ? errno : UnixAddress.bind(socket, to: path)
        umask(mask)
        guard error == 0, Glibc.listen(socket, 1_024) == 0 else {
            let reason = SystemError.text(error == 0 ? errno : error)
            if socket >= 0 { close(socket) }
            throw RequestError(.cannotCreate, "\(path): \(reason)")
        }
        return socket
    }
}

/// The identity of a file under any of its names.
private struct FileIdentity: Equatable {
    private var device: dev_t = 0
    private var node: ino_t = 0

    init(path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        (device, node) = (status.st_dev, status.st_ino)
    }

    init(descriptor: CInt) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return }
        (device, node) = (status.st_dev, status.st_ino)
    }
}
