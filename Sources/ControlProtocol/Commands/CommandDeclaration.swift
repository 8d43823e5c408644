/// The declaration of a command: all that both dialects, help and reference know of it.
public struct CommandDeclaration<Command: ControlCommand>: Sendable {
    package let details: CommandDetails
    /// The command whose properties the arguments set.
    private let blank: Command
    private let arguments: [CommandArgument<Command>]
    private let finish: @Sendable (Command) throws(RequestError) -> any ControlCommand
    /// The notation of the answer.
    package let answer: AnswerFormat<Command.Answer>

    /// Declares a command.
    ///
    /// - Parameters:
    ///   - blank: The command whose properties the arguments set.
    ///   - permission: The role that a client needs.
    ///   - timing: The precision with which it is done at a position, for a command that can wait
    ///     for one: it gets the option `at`.
    ///   - isReadOnly: Whether it changes nothing.
    ///   - arguments: The parameters in the order of the usage.
    ///   - summary: A line without a final stop.
    ///   - discussion: Further sentences.
    ///   - answer: The notation of the answer.
    ///   - finish: Makes the command of one whose arguments were read, or refuses them.
    init(
        _ blank: Command,
        _ permission: Permission,
        _ timing: Timing? = nil,
        isReadOnly: Bool = false,
        arguments: [CommandArgument<Command>] = [],
        summary: String,
        discussion: String = "",
        answer: AnswerFormat<Command.Answer>,
        finish: @escaping @Sendable (Command) throws(RequestError) -> any ControlCommand = { $0 }
    ) {
        self.blank = blank
        self.arguments = arguments
        self.answer = answer
        self.finish = finish
        details = CommandDetails(
            name: Command.name,
            parameters: arguments.map(\.parameter) + (timing == nil ? [] : [.at]),
            summary: summary,
            discussion: discussion,
            makeResults: { answer.results + (timing == nil ? [] : ScheduledAction.results) },
            permission: permission,
            isReadOnly: isReadOnly,
            timing: timing
        )
    }

    /// Makes the command of its arguments.
    ///
    /// - Throws: −32602 for arguments that exclude each other.
    func command(_ given: Arguments) throws(RequestError) -> any ControlCommand {
        var command = blank
        for (index, argument) in arguments.enumerated() {
            try argument.read(&command, given.values[index])
        }
        return try finish(command)
    }

    /// The arguments of a command, for each parameter but `at`.
    func arguments(of command: Command) -> [[WrittenArgument]] {
        arguments.map { $0.written(command) }
    }
}

extension CommandDeclaration where Command.Answer == Done {
    /// Declares a command whose answer has nothing but a warning, if it may have one.
    init(
        _ blank: Command,
        _ permission: Permission,
        _ timing: Timing? = nil,
        isReadOnly: Bool = false,
        arguments: [CommandArgument<Command>] = [],
        summary: String,
        discussion: String = "",
        warning: AnswerKey? = nil,
        finish: @escaping @Sendable (Command) throws(RequestError) -> any ControlCommand = { $0 }
    ) {
        self.init(
            blank,
            permission,
            timing,
            isReadOnly: isReadOnly,
            arguments: arguments,
            summary: summary,
            discussion: discussion,
            answer: .record(results: warning.map { [$0] } ?? []),
            finish: finish
        )
    }
}

extension Parameter {
    /// The option of all commands that can wait for a position.
    static let at = Parameter(
        "at",
        ArgumentKind.position.type,
        .option,
        "position in the current file to wait for"
    )
}
