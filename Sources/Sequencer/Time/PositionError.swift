/// The reason why a position cannot be read or does not exist in a sequence.
public struct PositionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure; the raw values are stable.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The text is no position.
        case syntax
        /// The sequence counts SMPTE frames and has no bars.
        case noBars = "no-bars"
        /// There is no such bar, beat or tick in a beat.
        case noSuchBeat = "no-such-beat"
        /// It lies after the end.
        case afterEnd = "after-end"
        /// There is no such marker.
        case noSuchMarker = "no-such-marker"
        /// It is relative to where playing is, and nothing plays.
        case relative
    }

    /// The kind of failure.
    public var code: Code
    /// The fault and what was expected, for people.
    public var description: String

    /// Makes an error.
    public init(code: Code, description: String) {
        self.code = code
        self.description = description
    }
}
