/// The answers of the command `help`.
package enum CommandHelp {
    /// All commands.
    package static let list = CommandTable.commands.map {
        CommandSummary(name: $0.name, usage: $0.usage, summary: $0.summary)
    }

    /// One command.
    package static func explanation(of command: CommandDetails) -> CommandExplanation {
        CommandExplanation(
            usage: command.usage,
            summary: command.summary,
            parameters: command.parameters.map { parameter in
                CommandExplanation.Argument(
                    name: parameter.name,
                    usage: parameter.usage,
                    type: parameter.type.json,
                    isRequired: parameter.isRequired,
                    description: "\(parameter.help) (\(parameter.type.description))".withoutMarks
                )
            },
            discussion: command.discussion.isEmpty ? nil : command.discussion.withoutMarks
        )
    }
}

extension String {
    /// The text without the marks of the reference.
    package var withoutMarks: String { filter { $0 != "`" } }
}
