import ArgumentParser

/// `seqd ctl`: says something to a daemon and prints what it answers.
struct CtlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ctl",
        abstract: "Tell a running daemon what to do.",
        usage: "seqd ctl [--socket <path>] [--name <name>] [--json] <command> ...",
        discussion: """
            EXAMPLES:
              seqd ctl play song.mid
              seqd ctl status --json
              seqd ctl subscribe transport position=2   prints events until Ctrl-C
              printf 'seek 17:1\\ncontinue\\n' | seqd ctl -

            COMMANDS:
            \(commands)

            seqd ctl help COMMAND explains one; - reads commands from standard input.
            The exit status is the number of the daemon's error, 64 where it did not
            understand, and 69 where there is no daemon.
            """
    )

    private static var commands: String {
        let commands = CommandTable.commands
        let column = 4 + (commands.map(\.usage.columns).max() ?? 0)
        // The parser would begin what is left of a line of 80 and more at the margin.
        return commands.map { command in
            let lines = command.summary.wrapped(to: 79 - column)
            return "  \(command.usage)".padded(to: column)
                + lines.joined(separator: "\n" + String(repeating: " ", count: column))
        }.joined(separator: "\n")
    }

    @Option(help: ArgumentHelp("The daemon's socket (default $SEQD_SOCKET).", valueName: "path"))
    var socket: String?

    @Option(help: ArgumentHelp("The daemon's name (default: seqd).", valueName: "name"))
    var name: String?

    @Flag(help: "Print the answer as one JSON object.")
    var json = false

    // Not after the first word: `gain -6` and a file named `-x` are for the daemon.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The command and its arguments; - for lines of standard input."),
        completion: .list(CommandTable.commands.map(\.name))
    )
    var command: [String] = []

    func validate() throws {
        guard socket == nil || name == nil else {
            throw ValidationError("--socket names the daemon's socket: not with --name")
        }
        guard !command.isEmpty else { throw ValidationError("a command is missing") }
    }

    func run() throws {
        let name = name ?? DaemonName.usual
        try DaemonName.check(name)
        let connection = try CtlConnection(SocketPath.candidates(path: socket, name: name))
        var session = CtlSession(connection, isJSON: json)
        if command == ["-"] {
            try session.runInput()
        } else {
            try session.run(CtlRequest(arguments: command))
        }
        guard session.status == 0 else { throw ExitCode(session.status) }
    }
}
