import ControlProtocol
import Wording

/// The help of `seqd ctl` about the daemon's commands, which needs no daemon.
enum CtlHelp {
    /// The maximum width of all texts, in columns.
    private static let width = 79
    /// The column at which the summaries begin in the list.
    private static let column = 34

    /// The line of a help text at which ``list`` is put in.
    ///
    /// The parser asks for all help texts whenever seqd starts, and making the list takes longer than
    /// most commands.
    static let listMark = "{commands of the daemon}"

    /// A help text with the list at its ``listMark``, if it has one.
    static func filled(_ text: String) -> String {
        text.contains(listMark) ? text.replacing(listMark, with: list) : text
    }

    /// All commands, a line or two each.
    ///
    /// A sentence after the list names the commands that can wait for a position.
    static var list: String {
        var lines = CommandTable.commands.flatMap { command in
            Self.lines("  \(command.listedUsage)", command.summary, column: column)
        }
        lines.append("")
        let waiting = CommandTable.commands.filter { $0.timing != nil }.map(\.name)
        let text =
            "\(waiting.joined(separator: ", ")) also take at=POSITION, and wait until playback "
            + "reaches it."
        return (lines + text.wrapped(to: width - 2).map { "  \($0)" }).joined(separator: "\n")
    }

    /// One command with its arguments.
    static func text(for command: CommandDetails) -> String {
        var lines = [command.usage, ""]
        let about = "\(command.summary).\(command.discussion.isEmpty ? "" : " ")"
        lines += (about + command.discussion).withoutMarks.wrapped(to: width)
        if !command.parameters.isEmpty { lines.append("") }
        let names = command.parameters.map { parameter in
            parameter.use == .option
                ? "\(parameter.name)=\(parameter.placeholder)" : parameter.placeholder
        }
        let column = min(4 + (names.map(\.columns).max() ?? 0), Self.column)
        for (name, parameter) in zip(names, command.parameters) {
            // Names of files are made absolute on their way to the daemon.
            let type = parameter.type.description.replacing("absolute path", with: "path")
            let text = "\(parameter.help) (\(type))".withoutMarks
            lines += Self.lines("  \(name)", text, column: column)
        }
        return lines.joined(separator: "\n")
    }

    /// A term in lines of the maximum width.
    private static func broken(_ term: String) -> [String] {
        guard term.columns > width else { return [term] }
        let lines = term.wrapped(to: width - 6)
        return lines.enumerated().map { $0 == 0 ? "  \($1)" : "      \($1)" }
    }

    /// A term and its explanation, which begins at a column, or on the next line after a long term.
    private static func lines(_ term: String, _ text: String, column: Int) -> [String] {
        var texts = text.wrapped(to: width - column)[...]
        var lines = Self.broken(term)
        if term.columns + 2 <= column, let first = texts.popFirst() {
            lines = [term.padded(to: column) + first]
        }
        return lines + texts.map { String(repeating: " ", count: column) + $0 }
    }
}

extension CommandDetails {
    /// The usage as it stands in the list of all commands.
    fileprivate var listedUsage: String {
        let shown = parameters.filter { timing == nil || $0.name != "at" }
        return ([name] + shown.map(\.usage)).joined(separator: " ")
    }
}
