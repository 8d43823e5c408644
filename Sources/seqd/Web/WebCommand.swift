import ArgumentParser
import CommandSupport
import ControlProtocol
import Glibc
import Platform
import Playback
import SeqdDaemon
import WebProtocol

/// `seqd web`: lets browsers control a running daemon.
struct WebCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web",
        abstract: "Let browsers control a running daemon.",
        usage: """
            seqd web [--listen <address> ...] [<options>]
            seqd web --new-token <name> --observer|--transport|--admin
            seqd web --show-token <name> | --revoke <name> | --tokens
            """,
        discussion: """
            EXAMPLES:
              seqd web                                  page at http://127.0.0.1:8310/
              seqd web --allow-path ~/Music             with files to browse
              seqd web --new-token singers --observer   link and QR code for phones
              seqd web --listen 192.168.1.5             for other machines, with tokens

            The process is a client of the daemon, with the rights that the daemon's socket
            gives it. It serves a page to control playback, mixer, queue and playlists, to play
            notes, and to read lyrics. The daemon itself listens on no network.

            At 127.0.0.1, this user's browsers need no token, and those of other users do. Other
            machines reach the page only with --listen, and always need a token. Each token has a
            role: an observer follows, transport plays and mixes, admin does everything. If there
            is no token yet, --listen makes one named remote with the role transport. Tokens are
            stored in $XDG_STATE_HOME/seqd/web-tokens.json.

            The connection is not encrypted: use it in networks that you trust, or behind a proxy
            with a certificate (--host). docs/web.md describes this.

            --socket, --name and $SEQD_SOCKET select the daemon, in this order; default:
            $XDG_RUNTIME_DIR/seqd/control.sock, else that of the system's daemon,
            \(SocketPath.system). While the daemon is not running, the page says so; when it is
            back, the page connects again. SIGTERM and Ctrl-C quit.
            """
    )

    @OptionGroup
    var daemon: SocketOptions

    @Option(
        help: ArgumentHelp(
            "Address of this machine for browsers, in digits, with or without :PORT (default: "
                + "127.0.0.1:8310). Repeatable.",
            valueName: "address"
        ),
        transform: Self.address
    )
    var listen: [WebAddress] = []

    @Option(
        help: ArgumentHelp(
            "Further name of this machine that browsers use, such as that of a proxy (default: none; "
                + "its host name always works). Repeatable.",
            valueName: "name"
        ),
        transform: Self.hostName
    )
    var host: [String] = []

    @Option(
        help: ArgumentHelp(
            "Folder whose files browsers can see, most often that of the daemon's option of this "
                + "name (default: none). Repeatable.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var allowPath: [String] = []

    @OptionGroup
    var token: WebTokenOptions

    private static func address(_ text: String) throws -> WebAddress {
        do throws(WebAddress.Invalid) {
            return try WebAddress(parsing: text)
        } catch {
            throw ValidationError(error.message)
        }
    }

    private static func hostName(_ text: String) throws -> String {
        guard AllowedHosts.isName(text) else {
            throw ValidationError("\(text): not a host name; expected one such as seqd.example.org")
        }
        return text
    }

    func validate() throws {
        if listen.indices.contains(where: { listen[..<$0].contains(listen[$0]) }) {
            throw ValidationError("--listen: the same address is given more than once")
        }
    }

    func run() throws {
        let file = try TokenFile()
        if let action = token.action {
            try perform(action, file)
        } else {
            try serve(file)
        }
    }

    // MARK: - Tokens

    private func perform(_ action: WebTokenOptions.Action, _ file: TokenFile) throws {
        switch action {
        case .make(let name, let role):
            let entry = TokenList.Entry(name: name, role: role, token: AccessToken())
            try file.change { (tokens) throws(TokenList.Failure) in try tokens.add(entry) }
            try Console.write(text(of: entry))
        case .show(let name):
            let tokens = try file.read()
            guard let entry = tokens[name] else {
                throw CommandFailure(.usage, tokens.missing(name).message)
            }
            try Console.write(text(of: entry))
        case .revoke(let name):
            try file.change { (tokens) throws(TokenList.Failure) in try tokens.remove(name) }
        case .list:
            let lines = try file.read().entries.map { "\($0.name): \($0.role.name)\n" }
            try Console.write(lines.joined())
        }
    }

    /// The link of a token and its QR code.
    private func text(of entry: TokenList.Entry) -> String {
        let link = linkAddress.link(secret: entry.token.text)
        let code = QRCode(link)?.lines.map { "\($0)\n" }.joined() ?? ""
        return "\(entry.name), \(entry.role.name): \(link)\n\n\(code)"
    }

    /// The address that others most likely reach.
    private var linkAddress: WebAddress {
        let given = listen.first { !$0.isLoopback } ?? listen.first
        if let given, !given.isAny { return given }
        let port = given?.port ?? WebAddress.usualPort
        return WebAddress(bytes: OwnAddress.first ?? [127, 0, 0, 1], port: port)
    }

    // MARK: - The server

    private func serve(_ file: TokenFile) throws {
        let folders = try CommandFailure.catching { () throws(RequestError) in
            try PathPolicy(folders: allowPath).folders
        }
        guard let program = RealPath.of("/proc/self/exe") else {
            throw CommandFailure(.internal, "/proc/self/exe: \(SystemError.text())")
        }
        let server = try Self.server(beside: program)
        let addresses = listen.isEmpty ? [WebAddress.usual] : listen
        if addresses.contains(where: { !$0.isLoopback }) { try makeFirstToken(file) }
        // A damaged file is said here; later changes are the server's.
        _ = try file.read()
        let settings = try CommandFailure.catching { () throws(RequestError) in
            WebSettings(
                listen: addresses,
                hosts: host,
                folders: folders,
                endings: PieceFile.endings,
                socket: try SocketPath.named(path: daemon.socket, name: daemon.daemonName),
                name: daemon.daemonName,
                tokens: file.path,
                program: program,
                inner: try Self.innerSocket(daemon.daemonName, addresses[0])
            )
        }
        try Self.replaceProcess(by: server, settings.text)
    }

    private func makeFirstToken(_ file: TokenFile) throws(CommandFailure) {
        guard try file.read().entries.isEmpty else { return }
        let entry = TokenList.Entry(name: "remote", role: .transport, token: AccessToken())
        var isNew = false
        try file.change { (tokens) throws(TokenList.Failure) in
            guard tokens.entries.isEmpty else { return }
            try tokens.add(entry)
            isNew = true
        }
        // A secret is for a terminal, and not for a journal.
        if isNew, isatty(STDOUT_FILENO) == 1 {
            try Console.write(text(of: entry))
        } else if isNew {
            Console.report("the token remote was made; seqd web --show-token remote prints it")
        }
    }

    /// The path of the socket between the parts of the server, in the folder of the daemon's name.
    private static func innerSocket(
        _ name: String,
        _ address: WebAddress
    ) throws(RequestError) -> String {
        let folder = "\(try SocketPath.runtime())/\(name)"
        try ControlSocket.makeFolder(folder)
        let plain = address.description.map { $0.isLetter || $0.isNumber ? $0 : "-" }
        return try SocketPath.checked("\(folder)/web-\(String(plain)).sock")
    }

    /// The server's program: in the folder of this one, or in `libexec/seqd` beside that folder.
    private static func server(beside program: String) throws(CommandFailure) -> String {
        var folder = program[...]
        while folder.last != "/" { folder.removeLast() }
        let paths = ["\(folder)seqd-web", "\(folder)../libexec/seqd/seqd-web"]
        guard let path = paths.first(where: { unsafe access($0.systemPath, X_OK) == 0 }) else {
            throw CommandFailure(
                .unavailable,
                "no program seqd-web at \(paths.joined(separator: " or ")): "
                    + "swift build --product seqd-web makes it"
            )
        }
        return path
    }

    private static func replaceProcess(
        by program: String,
        _ argument: String
    ) throws(CommandFailure) {
        let arguments = unsafe [program, argument].map { unsafe strdup($0.systemPath) } + [nil]
        unsafe execv(program.systemPath, arguments)
        throw CommandFailure(.unavailable, "\(program): \(SystemError.text())")
    }
}
