/// The reason why a part of a rule cannot be read: the text, and what was expected.
public struct RoutingSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message, without a final stop.
    public let description: String

    /// Makes an error.
    public init(_ description: String) { self.description = description }

    /// Makes an error for a text.
    package init(_ text: String, _ expected: String) {
        description = "\"\(text)\": \(expected)"
    }
}
