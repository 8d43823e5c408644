import JSON
import Wording

/// Why a request is answered with an error: the number and message are the same in both dialects.
///
/// Numbers from 64 on are those of ``ExitStatus``; the negative ones are JSON-RPC 2.0's.
struct RequestFailure: Error, Hashable, Sendable {
    var number: Int
    /// One line, without a final stop.
    var message: String

    init(_ number: Int, _ message: String) {
        self.number = number
        self.message = message.printable
    }

    /// A failure of the music or the machine.
    init(_ failure: CommandFailure) {
        self.init(Int(failure.status.rawValue), failure.message ?? failure.description)
    }

    /// A text as a failure names it: in quotes, and not longer than it is read.
    static func quoted(_ text: String) -> String {
        var quoted = ""
        JSONValue.write(cut(text), to: &quoted)
        return quoted
    }

    /// The beginning of a text that may be long.
    static func cut(_ text: String) -> String {
        let start = text.prefix(64)
        return start.endIndex == text.endIndex ? text : start + "…"
    }

    /// The bytes are no text, or no JSON.
    static func syntax(_ message: String) -> RequestFailure { RequestFailure(-32700, message) }
    /// A line that is no request.
    static func request(_ message: String) -> RequestFailure { RequestFailure(-32600, message) }
    /// There is no such command.
    static func unknown(_ name: String) -> RequestFailure {
        let hint =
            CommandTable.suggestion(for: name).map { "did you mean '\($0)'?" }
            ?? "help lists all commands"
        return RequestFailure(-32601, "unknown command '\(cut(name))'; \(hint)")
    }
    /// The arguments do not fit the command.
    static func arguments(_ message: String) -> RequestFailure { RequestFailure(-32602, message) }
    /// A fault of the daemon's own.
    static func `internal`(_ message: String) -> RequestFailure { RequestFailure(-32603, message) }
}
