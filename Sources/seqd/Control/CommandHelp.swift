import JSON

/// The answers of the command `help`.
enum CommandHelp {
    /// All commands.
    static let list: Answer = {
        var answer = Answer()
        answer.set(
            "commands",
            CommandTable.commands.map { command in
                var object = JSONObject()
                object.set("name", command.name)
                object.set("usage", command.usage)
                object.set("summary", command.summary)
                return (.object(object), "\(command.usage) - \(command.summary)")
            },
            line: "command"
        )
        return answer
    }()

    /// One command.
    static func answer(for command: Command) -> Answer {
        var answer = Answer()
        answer.set("usage", command.usage)
        answer.set("summary", command.summary)
        answer.set(
            "parameters",
            command.parameters.map { parameter in
                var object = JSONObject()
                object.set("name", parameter.name)
                object.set("type", parameter.type.json)
                object.set("required", parameter.isRequired)
                let help = "\(parameter.help) (\(parameter.type.description))".withoutMarks
                object.set("description", help)
                return (.object(object), "\(parameter.usage): \(help)")
            },
            line: "argument"
        )
        if !command.discussion.isEmpty { answer.set("discussion", command.discussion.withoutMarks) }
        return answer
    }
}

extension String {
    /// The text without the marks of the reference.
    var withoutMarks: String { filter { $0 != "`" } }
}
