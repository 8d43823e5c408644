/// The reason why a selector cannot be read, or does not match.
public struct SelectorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure; the raw values are stable.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The text is not a selector.
        case syntax
        /// The sequence has no such channel, port or track.
        case noMatch = "no-match"
    }

    /// The kind of failure.
    public var code: Code
    /// The problem and the alternatives, for people.
    public var description: String
    /// The parts that the sequence does have, for people; `nil` for other failures.
    public var alternatives: String?

    /// Makes an error.
    public init(code: Code, description: String, alternatives: String? = nil) {
        self.code = code
        self.description = description
        self.alternatives = alternatives
    }
}
