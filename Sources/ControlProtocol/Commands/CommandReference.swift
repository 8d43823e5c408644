import JSON
import Wording

/// The reference in `docs/PROTOCOL.md`.
package enum CommandReference {
    static let begin = "<!-- reference: made by `seqd daemon --print-reference` -->"
    static let end = "<!-- end of the reference -->"

    /// The columns of its prose.
    private static let width = 90

    /// The reference between its marks, in Markdown.
    package static var text: String {
        var text = begin + "\n"
        for section in CommandTable.sections {
            text += "\n### \(section.title)\n"
            for command in section.commands { text += "\n" + entry(command.details) }
        }
        text += "\n### Types of events\n\n"
        text += "| type | sent | fields |\n| --- | --- | --- |\n"
        for type in EventType.allCases {
            text += "| `\(type.rawValue)` | \(type.summary) | \(DaemonEvent.fields(of: type)) |\n"
        }
        return text + "\n" + end + "\n"
    }

    private static func entry(_ command: CommandDetails) -> String {
        var prose = "\(command.summary)."
        if !command.discussion.isEmpty { prose += " \(command.discussion)" }
        if command.permission > .observer {
            prose += " Needs the role `\(command.permission.name)`."
        }
        let lines = prose.wrapped(to: width).joined(separator: "\n")
        var text = "#### `\(command.usage)`\n\n\(lines)\n"
        if !command.parameters.isEmpty {
            text += "\n| argument | in JSON | |\n| --- | --- | --- |\n"
            for parameter in command.parameters {
                let optional = parameter.isRequired ? "" : ", optional"
                text += "| `\(parameter.name)`\(optional) | \(json(parameter)) | "
                text += "\(parameter.help) (\(parameter.type.description)) |\n"
            }
        }
        if !command.results.isEmpty {
            text += "\n| answer | in JSON | |\n| --- | --- | --- |\n"
            for result in command.results {
                text += "| \(code(result.words)) | \(code(result.json)) | \(result.help) |\n"
            }
        }
        return text
    }

    private static func json(_ parameter: Parameter) -> String {
        parameter.isPlural && parameter.type.json == "string"
            ? "string or array of strings" : parameter.type.json
    }

    private static func code(_ key: String?) -> String {
        key.map { "`\($0)`" } ?? ""
    }
}
