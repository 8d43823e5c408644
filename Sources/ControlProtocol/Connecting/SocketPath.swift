import Glibc
import Platform

/// The paths of the control sockets of daemons.
public enum SocketPath {
    /// The maximum length of a socket's path in bytes: `sun_path` of unix(7) without its final NUL.
    public static let limit = 107

    /// The path of the daemon that the machine runs for all users (packaging/system/seqd.service).
    public static let system = "/run/seqd/control.sock"

    /// The environment variable that sets the path if no option does.
    public static let variable = "SEQD_SOCKET"

    /// The path that `--socket` sets, or the environment for the daemon of the default name; `nil` for
    /// the path in the daemon's folder.
    ///
    /// - Parameters:
    ///   - path: The value of `--socket`.
    ///   - name: The daemon's name; another than the default has priority over the environment.
    /// - Returns: The path.
    /// - Throws: 64 for a path that is too long.
    package static func named(path: String?, name: String) throws(RequestError) -> String? {
        if let path { return try checked(path) }
        guard name == DaemonName.default, let path = Environment[variable], !path.isEmpty else {
            return nil
        }
        return try checked(path, from: "$\(variable)")
    }

    /// The paths at which clients look for a daemon, best first: those of the user, then, for the
    /// default name, that of the system's daemon.
    ///
    /// - Parameters:
    ///   - path: The value of `--socket`, if there is one.
    ///   - name: The daemon's name.
    /// - Returns: One path or more.
    /// - Throws: 64 for a path that is too long, 69 if there is no folder to look in.
    public static func candidates(
        path: String? = nil,
        name: String = DaemonName.default
    ) throws(RequestError) -> [String] {
        if let path = try named(path: path, name: name) { return [path] }
        var found: [String] = []
        for folder in [runtimeFolder, userFolder] {
            guard let folder, !found.contains("\(folder)/\(name)/control.sock") else { continue }
            found.append(try checked("\(folder)/\(name)/control.sock"))
        }
        guard name == DaemonName.default else {
            guard !found.isEmpty else { throw noFolder }
            return found
        }
        let hasSystem = unsafe access(system.systemPath, F_OK) == 0
        guard !found.isEmpty || hasSystem else { throw noFolder }
        if !found.contains(system) { found.append(system) }
        return found
    }

    /// The folder in which a daemon makes its own: `$XDG_RUNTIME_DIR`, else systemd's default.
    package static func runtime() throws(RequestError) -> String {
        if let folder = runtimeFolder { return folder }
        guard let folder = userFolder, unsafe access(folder.systemPath, W_OK) == 0 else {
            throw noFolder
        }
        return folder
    }

    /// Checks the length of a socket's path.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - source: The option or variable that it comes from.
    /// - Returns: The path.
    /// - Throws: 64 if it is too long.
    package static func checked(
        _ path: String,
        from source: String = "--socket"
    ) throws(RequestError) -> String {
        guard !path.isEmpty else { throw RequestError(.usage, "\(source) needs a path") }
        guard path.utf8.count <= limit else {
            throw RequestError(
                .usage,
                "\(path): socket path too long (\(path.utf8.count) bytes, at most \(limit)); set a "
                    + "shorter one with \(source)"
            )
        }
        return path
    }

    private static var runtimeFolder: String? {
        guard let folder = Environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
        return folder
    }

    private static var userFolder: String? {
        let folder = "/run/user/\(getuid())"
        return unsafe access(folder.systemPath, F_OK) == 0 ? folder : nil
    }

    private static var noFolder: RequestError {
        RequestError(
            .unavailable,
            "no $XDG_RUNTIME_DIR and no /run/user/\(getuid()): set the socket's path with --socket"
        )
    }
}
