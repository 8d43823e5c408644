/// A command of the daemon, with its arguments.
///
/// The commands are types inside ``Command``.
///
/// ```swift
/// let status = try await client.ask(Command.Status())
/// ```
public protocol ControlCommand: Hashable, Sendable {
    /// The answer.
    associatedtype Answer: Hashable & Sendable = Done

    /// Its arguments and everything else about it, except the name, which is in `CommandTable`.
    static var declaration: CommandDeclaration<Self> { get }
}

/// A command that can be part of a group: it is carried out at once, and the daemon can check
/// beforehand whether it will fail.
public protocol GroupedCommand: ControlCommand {}

/// A command about the client's own connection, or about controllers: no controller can send it.
public protocol SessionCommand: ControlCommand {}

/// The commands of the daemon.
public enum Command {}

extension ControlCommand {
    /// The name, as it is written in both dialects.
    public static var name: String { CommandTable.name(of: self) }

    /// The name, as it is written in both dialects.
    public var name: String { Self.name }

    /// The details for help, reference and parsing.
    package static var details: CommandDetails { declaration.details }

    /// The details for help, reference and parsing.
    package var details: CommandDetails { Self.details }

    /// Makes the command of its arguments.
    static func reading(_ arguments: Arguments) throws(RequestError) -> any ControlCommand {
        try declaration.command(arguments)
    }

    /// The arguments for each parameter but `at`.
    var written: [[WrittenArgument]] { Self.declaration.arguments(of: self) }

    /// The text of an answer in both dialects.
    package static func text(of answer: Answer) -> AnswerText { declaration.answer.text(answer) }

    /// Whether it is the same command with the same arguments.
    func equals(_ other: any ControlCommand) -> Bool { (other as? Self) == self }
}
