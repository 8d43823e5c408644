/// The answer of a command that has nothing to tell but a warning.
public struct Done: Hashable, Sendable {
    /// Why nothing is audible, or which preset plays instead of a missing one; `nil` for none.
    public var warning: String?

    /// Makes an answer.
    public init(warning: String? = nil) { self.warning = warning }
}

extension Done: Record {
    package init() { self.init(warning: nil) }

    package static let fields = Field<Done>.table {
        Field("warning", \.warning, AnswerKey.warning.help)
    }
}
