import CLinux
import ControlProtocol
import Glibc
import Platform

/// The users that may connect to a socket, as its file's group and mode.
struct SocketAccess {
    /// The group; `nil` for that of the process.
    private let group: (name: String, number: gid_t)?
    private let mode: mode_t

    /// Finds the group.
    ///
    /// - Throws: 64 if there is no such group.
    init(_ settings: SocketSettings) throws(RequestError) {
        mode = settings.mode
        if let name = settings.group {
            // chown(2) takes the highest number as none.
            guard let number = Self.group(named: name) ?? gid_t(name), number != gid_t.max else {
                throw RequestError(.usage, "--listen: group=\(name): no such group")
            }
            group = (name, number)
        } else {
            group = nil
        }
    }

    /// Opens the socket's file, which only the user may connect to so far, to others.
    ///
    /// By a descriptor of the file, and not by its name: anyone who may write to the folder could
    /// have put a link there meanwhile, which chown(2) and chmod(2) would follow.
    ///
    /// - Parameter path: The path of the socket.
    /// - Throws: 77 if the user is not a member of the group, 73 if it fails otherwise.
    func apply(to path: String) throws(RequestError) {
        guard group != nil || mode != 0o600 else { return }
        let file = unsafe seqd_open_identity(path.systemPath)
        guard file >= 0 else {
            throw RequestError(.cannotCreate, "\(path): \(SystemError.text())")
        }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK,
            status.st_uid == geteuid()
        else {
            throw RequestError(.cannotCreate, "\(path): replaced by another program")
        }
        let handle = "/proc/self/fd/\(file)"
        // The group first: until then, the mode would admit the wrong one.
        if let group, unsafe chown(handle, uid_t.max, group.number) != 0 {
            guard errno == EPERM else {
                throw RequestError(
                    .cannotCreate,
                    "\(path): group \(group.name): \(SystemError.text())"
                )
            }
            throw RequestError(
                .notPermitted,
                "\(path): cannot use group \(group.name): the daemon's user is not a member of it"
            )
        }
        guard unsafe chmod(handle, mode) == 0 else {
            throw RequestError(.cannotCreate, "\(path): \(SystemError.text())")
        }
    }

    private static func group(named name: String) -> gid_t? {
        // Before any other thread runs, so that getgrnam(3) is safe.
        unsafe getgrnam(name).map { unsafe $0.pointee.gr_gid }
    }
}
