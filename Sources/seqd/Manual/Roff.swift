/// The text of a man page as it grows.
struct Roff {
    private(set) var text = ""

    /// Adds a macro; what comes from elsewhere in its arguments is escaped by the caller.
    mutating func macro(_ name: String, _ arguments: String = "") {
        text += arguments.isEmpty ? ".\(name)\n" : ".\(name) \(arguments)\n"
    }

    /// Adds a line of text.
    mutating func line(_ line: String) {
        text += Self.escaped(line) + "\n"
    }

    /// Adds a paragraph of its own.
    mutating func paragraph(_ paragraph: String) {
        line(paragraph)
    }

    /// Adds a paragraph of a discussion.
    mutating func add(_ paragraph: Discussion.Paragraph) {
        switch paragraph {
        case .text(let words):
            macro("Pp")
            line(words)
        case .literal(let lines):
            macro("Bd", "-literal -offset indent")
            for literal in lines { line(literal) }
            macro("Ed")
        }
    }

    /// A text in which nothing is a macro, an escape or a hyphen that could become a dash.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "\"": escaped += "\\(dq"
            default: escaped.append(character)
            }
        }
        if let first = escaped.first, first == "." || first == "'" { escaped = "\\&" + escaped }
        return escaped
    }
}
