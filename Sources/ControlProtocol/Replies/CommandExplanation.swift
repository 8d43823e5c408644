/// A command in the list of all commands.
public struct CommandSummary: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The name and its arguments, `gain DB`.
    public var usage: String
    /// A line without a final stop.
    public var summary: String

    /// Makes a summary.
    public init(name: String, usage: String, summary: String) {
        self.name = name
        self.usage = usage
        self.summary = summary
    }
}

/// The help for one command.
public struct CommandExplanation: Hashable, Sendable {
    /// A parameter of the command.
    public struct Argument: Hashable, Sendable {
        /// The name, a key in JSON.
        public var name: String
        /// The parameter in the command's usage: `[SECONDS]`; empty if it was read from JSON, which
        /// has none.
        public var usage: String
        /// The type in JSON, in words.
        public var type: String
        /// Whether a request without it is refused.
        public var isRequired: Bool
        /// The description, with the type, range and unit.
        public var description: String

        /// Makes a parameter.
        public init(
            name: String,
            usage: String = "",
            type: String,
            isRequired: Bool,
            description: String
        ) {
            self.name = name
            self.usage = usage
            self.type = type
            self.isRequired = isRequired
            self.description = description
        }
    }

    /// The name and its arguments, `gain DB`.
    public var usage: String
    /// A line without a final stop.
    public var summary: String
    /// The parameters in the order of the usage.
    public var parameters: [Argument]
    /// Further sentences; `nil` if there are none.
    public var discussion: String?

    /// Makes the help for a command.
    public init(usage: String, summary: String, parameters: [Argument], discussion: String?) {
        self.usage = usage
        self.summary = summary
        self.parameters = parameters
        self.discussion = discussion
    }
}

extension CommandSummary: ListedRecord {
    package init() { self.init(name: "", usage: "", summary: "") }

    package static let fields = Field<CommandSummary>.table {
        Field("name", \.name)
        Field("usage", \.usage)
        Field("summary", \.summary)
    }

    package func words(at index: Int) -> String { "\(usage) - \(summary)" }

    static let list = AnswerList<CommandSummary>(
        "commands",
        line: "command",
        "each command and its summary; in JSON, objects with `name`, `usage` and `summary`"
    )
}

extension CommandExplanation: Record {
    package init() { self.init(usage: "", summary: "", parameters: [], discussion: nil) }

    package static let fields = Field<CommandExplanation>.table {
        Field("usage", \.usage, "of the given command")
        Field("summary", \.summary, "of the given command")
        Field(
            "parameters",
            line: "argument",
            \.parameters,
            "of the given command; in JSON, objects with `name`, `type`, `required`, `description`"
        )
        Field("discussion", \.discussion, "of the given command, if it has one")
    }
}

extension CommandExplanation.Argument: ListedRecord {
    package init() { self.init(name: "", type: "", isRequired: false, description: "") }

    package static let fields = Field<Self>.table {
        Field("name", \.name)
        Field("type", \.type)
        Field("required", \.isRequired)
        Field("description", \.description)
    }

    package func words(at index: Int) -> String { "\(usage): \(description)" }
}
