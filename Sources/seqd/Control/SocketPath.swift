import Glibc
import Platform

/// Where the control socket of a daemon is.
enum SocketPath {
    /// The longest path that a socket may have: `sun_path` of unix(7) without its final NUL.
    static let limit = 107

    /// The variable that names the socket where no option does.
    static let variable = "SEQD_SOCKET"

    /// The path that was named: by `--socket`, or by the environment for the daemon of the usual
    /// name; `nil` where it is the one in the daemon's folder.
    ///
    /// - Parameters:
    ///   - path: The value of `--socket`.
    ///   - name: The daemon's name; another than the usual one comes before the environment.
    /// - Returns: The path.
    /// - Throws: Status 64 for a path that is too long.
    static func named(path: String?, name: String) throws(CommandFailure) -> String? {
        if let path { return try checked(path) }
        guard name == DaemonName.usual, let path = Environment[variable], !path.isEmpty else {
            return nil
        }
        return try checked(path, from: "$\(variable)")
    }

    /// Where clients look for a daemon, best first.
    ///
    /// - Parameters:
    ///   - path: The value of `--socket`, if there is one.
    ///   - name: The daemon's name.
    /// - Returns: One path or two.
    /// - Throws: Status 64 for a path that is too long, 69 where there is no folder to look in.
    static func candidates(path: String?, name: String) throws(CommandFailure) -> [String] {
        if let path = try named(path: path, name: name) { return [path] }
        var found: [String] = []
        for folder in [runtimeFolder, userFolder] {
            guard let folder, !found.contains("\(folder)/\(name)/control.sock") else { continue }
            found.append(try checked("\(folder)/\(name)/control.sock"))
        }
        guard !found.isEmpty else { throw noFolder }
        return found
    }

    /// The folder in which a daemon's own folder is made: `$XDG_RUNTIME_DIR`, else the one that
    /// systemd would have made.
    static func runtime() throws(CommandFailure) -> String {
        if let folder = runtimeFolder { return folder }
        guard let folder = userFolder, access(folder, W_OK) == 0 else { throw noFolder }
        return folder
    }

    /// A path that a socket may have.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - source: The option or variable that it comes from.
    /// - Returns: The path.
    /// - Throws: Status 64 where it is too long.
    static func checked(
        _ path: String,
        from source: String = "--socket"
    ) throws(CommandFailure) -> String {
        guard !path.isEmpty else { throw CommandFailure(.usage, "\(source) needs a path") }
        guard path.utf8.count <= limit else {
            throw CommandFailure(
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
        return access(folder, F_OK) == 0 ? folder : nil
    }

    private static var noFolder: CommandFailure {
        CommandFailure(
            .unavailable,
            "no $XDG_RUNTIME_DIR and no /run/user/\(getuid()): set the socket's path with --socket"
        )
    }
}
