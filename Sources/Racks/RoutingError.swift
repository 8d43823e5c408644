/// The reason why a rack cannot play: what is wrong with its samplers or rules.
public struct RoutingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A kind of reason; the raw values are stable.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A rule names a sampler that the rack does not have.
        case unknownSampler = "unknown-sampler"
        /// A rule has more than four destinations.
        case tooManyDestinations = "too-many-destinations"
        /// A value of a rule is outside of its range.
        case invalidValue = "invalid-value"
        /// Two samplers have one name.
        case duplicateName = "duplicate-name"
        /// More samplers than a rack can have.
        case tooManySamplers = "too-many-samplers"
        /// Rules choose live sources by more names than a rack can have.
        case tooManySourceNames = "too-many-source-names"
        /// A track with a preset of its own shares a channel, and there is no free one.
        case noFreeChannel = "no-free-channel"
        /// More tracks have a sampler of their own than a piece can be split into.
        case tooManyLanes = "too-many-lanes"
    }

    /// The kind of the reason.
    public var code: Code
    /// The rule, from 0; `nil` if it is about the rack as a whole.
    public var rule: Int?
    /// A phrase: what is wrong, and what was expected.
    public var detail: String

    /// Makes an error.
    public init(_ code: Code, rule: Int? = nil, _ detail: String) {
        self.code = code
        self.rule = rule
        self.detail = detail
    }

    /// Place and phrase: `rule 2: no sampler "bass"; the samplers are: lead, drums`.
    public var description: String { rule.map { "rule \($0 + 1): \(detail)" } ?? detail }
}
