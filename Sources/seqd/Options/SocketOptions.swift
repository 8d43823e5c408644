import ArgumentParser
import ControlProtocol

/// The options that select a running daemon.
struct SocketOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Path of the daemon's socket (default: $SEQD_SOCKET).",
            valueName: "path"
        )
    )
    var socket: String?

    @Option(help: ArgumentHelp("The daemon's name (default: seqd).", valueName: "name"))
    var name: String?

    /// Whether one of the options is given.
    var isUsed: Bool { socket != nil || name != nil }

    /// The daemon's name, or the default.
    var daemonName: String { name ?? DaemonName.default }

    func validate() throws {
        guard socket == nil || name == nil else {
            throw ValidationError("--socket and --name cannot be used together")
        }
        do throws(RequestError) {
            try DaemonName.check(daemonName)
        } catch {
            throw ValidationError(error.message)
        }
    }
}
