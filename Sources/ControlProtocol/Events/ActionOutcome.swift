/// The outcome of a scheduled command.
public struct ActionOutcome: Hashable, Sendable {
    /// The kinds of outcome.
    public enum Outcome: Hashable, Sendable {
        /// Done, at this frame of the file.
        case done(frame: Int64)
        /// Failed with an error.
        case failed(RequestError)
        /// Cancelled before its position was reached, for a reason in words; `nil` by `cancel`.
        case cancelled(reason: String? = nil)
    }

    /// The number in the answer to the command.
    public var action: Int
    /// The name of the command.
    public var command: String
    /// The frame of the file at which it was due.
    public var due: Int64
    /// The outcome.
    public var outcome: Outcome

    /// Makes an outcome.
    public init(action: Int, command: String, due: Int64, outcome: Outcome) {
        self.action = action
        self.command = command
        self.due = due
        self.outcome = outcome
    }
}
