import ArgumentParser
import CommandSupport
import ControlProtocol
import Dispatch
import Glibc
import MPDProtocol
import SeqdDaemon

/// `seqd mpd`: lets MPD's clients control a running daemon.
struct MPDCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mpd",
        abstract: "Let MPD's clients control a running daemon.",
        usage: "seqd mpd [--listen <address> ...] [<options>]",
        discussion: """
            EXAMPLES:
              seqd mpd                                  at a Unix socket
              mpc -h $XDG_RUNTIME_DIR/seqd/mpd.socket toggle
              seqd mpd --listen localhost               at port 6600 of this machine
              seqd mpd --allow-path ~/Music             with files to browse

            The process is a client of the daemon, with the rights that the daemon's socket
            gives it. MPD's clients (mpc, ncmpcpp, programs for phones and desktops) show
            and change the queue, playback, volume and playlists. docs/mpd.md lists the
            commands of MPD that are understood.

            Anyone who can connect can do all this. Only the user can connect to a Unix
            socket; every user of this machine can connect to a port. Addresses that other
            machines could reach are refused.

            --socket, --name and $SEQD_SOCKET select the daemon, in this order; default:
            $XDG_RUNTIME_DIR/seqd/control.sock, else that of the system's daemon,
            \(SocketPath.system). While the daemon is not running, commands that need it
            fail; when it is back, they work again. SIGTERM and Ctrl-C quit.
            """
    )

    @OptionGroup
    var daemon: SocketOptions

    @Option(
        help: ArgumentHelp(
            "Address for clients: a path with a slash, or localhost, 127.0.0.1 or [::1], each with "
                + "or without :PORT (default port 6600). Repeatable (default: mpd.socket in the "
                + "daemon's folder).",
            valueName: "address"
        ),
        transform: Self.address
    )
    var listen: [MPDAddress] = []

    @Option(
        help: ArgumentHelp(
            "Folder whose files clients can browse, most often that of the daemon's option of this "
                + "name (default: none). Repeatable.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var allowPath: [String] = []

    private static func address(_ text: String) throws -> MPDAddress {
        do throws(MPDAddress.Invalid) {
            return try MPDAddress(parsing: text)
        } catch {
            throw ValidationError(error.message)
        }
    }

    func validate() throws {
        if listen.indices.contains(where: { listen[..<$0].contains(listen[$0]) }) {
            throw ValidationError("--listen: the same address is given more than once")
        }
    }

    func run() throws {
        let folders = try CommandFailure.catching { () throws(RequestError) in
            try PathPolicy(folders: allowPath).folders
        }
        let options = MPDDaemonOptions(socket: daemon.socket, name: daemon.daemonName)
        let hub = MPDHub()
        let watcher = MPDWatcher(hub, options)
        // Before any thread is started.
        try Signals.watch()
        let connection = try CommandFailure.catching { () throws(RequestError) in
            try watcher.connect()
        }
        var listeners: [MPDListener] = []
        defer { for listener in listeners { listener.remove() } }
        for address in listen.isEmpty ? [nil] : listen.map(Optional.some) {
            listeners.append(try MPDListener(address, name: daemon.daemonName))
        }
        DispatchQueue(label: "seqd mpd watcher").async { watcher.run(connection) }
        let server = MPDServer(hub, options, MPDFiles(folders))
        for listener in listeners { server.accept(at: listener) }
        while true {
            switch Signals.next(milliseconds: -1) {
            case SIGTERM, SIGINT, SIGHUP: return
            case SIGTSTP: Signals.stopProcess()
            default: break
            }
        }
    }
}
