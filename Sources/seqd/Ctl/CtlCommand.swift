import ArgumentParser
import CommandSupport
import ControlProtocol
import JSON
import SeqdClient
import Wording

/// `seqd ctl`: sends commands to a daemon and prints the answers.
struct CtlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ctl",
        abstract: "Send a command to a running daemon.",
        usage: """
            seqd ctl [--socket <path>] [--name <name>] [--timeout <seconds>] [--json]
                     [<command> ...]
            """,
        discussion: """
            EXAMPLES:
              seqd ctl                                  file, position, settings
              seqd ctl play song.mid
              seqd ctl enqueue *.mid album/ list.m3u
              seqd ctl status --json
              seqd ctl subscribe transport bar          prints events until Ctrl-C
              printf 'seek 17:1\\ncontinue\\n' | seqd ctl -

            COMMANDS:
            \(CtlHelp.listMark)

            Without a command, seqd prints the file, the position and the settings in three
            lines. seqd ctl help COMMAND explains a command; - reads commands from standard
            input. Put -- before a file name that begins with a dash. The exit status is
            the number of the daemon's error, 64 for a usage error, 69 if no daemon runs, or
            124 if it does not answer in time (--timeout). Events are waited for without limit.

            --socket, --name and $SEQD_SOCKET select the socket, in this order; default:
            $XDG_RUNTIME_DIR/seqd/control.sock, else that of the system's daemon,
            \(SocketPath.system).
            """
    )

    @OptionGroup
    var daemon: SocketOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Longest wait for an answer in seconds, 0 to 86400; 0: no limit.",
            valueName: "seconds"
        ),
        transform: Quantity(0...86_400, .seconds).value
    )
    var timeout = 30.0

    @Flag(help: "Print the reply as one JSON object.")
    var json = false

    // Not after the first word: `gain -6` and a file named `-x` are for the daemon.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "Command and arguments; - to read commands from standard input; default: a summary."
        ),
        completion: .custom(CtlCompletion.candidates)
    )
    var command: [String] = []

    func run() throws {
        // The commands are known without a daemon.
        guard command.first != "help" else { return try printHelp() }
        let limit: Duration? = timeout > 0 ? .seconds(timeout) : nil
        let connection = try CommandFailure.catching { () throws(RequestError) in
            try DaemonConnection(
                socket: daemon.socket,
                name: daemon.daemonName,
                timeout: limit
            )
        }
        var session = CtlSession(connection, isJSON: json, timeout: limit)
        if command.isEmpty, !json {
            try session.runSummary()
        } else if command == ["-"] {
            try session.runInput()
        } else {
            let request = CtlRequest(arguments: command.isEmpty ? ["status"] : command)
            try request.check(isJSON: json)
            try session.run(request)
        }
        guard session.status == 0 else { throw ExitCode(session.status) }
    }

    /// Prints the help of the daemon's commands, without a daemon.
    private func printHelp() throws(CommandFailure) {
        guard command.count <= 2 else {
            throw CommandFailure(.usage, "usage: seqd ctl help [COMMAND]")
        }
        let about = try CommandFailure.catching { () throws(RequestError) in
            command.count == 2 ? try CommandTable.command(command[1]).details : nil
        }
        guard json else {
            return try Console.write((about.map { CtlHelp.text(for: $0) } ?? CtlHelp.list) + "\n")
        }
        var document = JSONObject()
        document.set("schema", 1)
        let answer = about.map { HelpAnswer.command(CommandHelp.explanation(of: $0)) }
        let text = Command.Help.text(of: answer ?? .list(CommandHelp.list))
        for member in text.json.members { document.set(member.key, member.value) }
        try Console.write(document.json.text + "\n")
    }
}
