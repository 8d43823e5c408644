/// Something about rules and a piece that its user may not have meant.
public enum RoutingFinding: Hashable, Sendable, CustomStringConvertible {
    /// The piece has no messages from the source, on the channels, of this rule, from 0.
    case unmatchedRule(Int)
    /// All that this rule, from 0, matches is taken by rules before it.
    case shadowedRule(Int)
    /// The piece has no messages from this part, which has a preset (`RackSettings.programs`).
    case unmatchedProgram(RoutingSelector)
    /// Some notes of a part reach no sampler: its track, from 0, if it has a lane of its own; its
    /// FF 21 value and channel (0 … 15), and how many notes.
    case unheard(track: Int?, port: UInt8, channel: UInt8, notes: Int)

    /// In words, with numbers from 1.
    public var description: String { words { "rule \($0 + 1)" } }

    /// In words, with the name of its rule.
    ///
    /// - Parameter name: The name of a rule, from 0.
    /// - Returns: A phrase.
    public func words(_ name: (Int) -> String) -> String {
        switch self {
        case .unmatchedRule(let rule): "\(name(rule)): matches nothing"
        case .shadowedRule(let rule): "\(name(rule)): the rules before it take all of it"
        case .unmatchedProgram(let part): "program of \(part): matches nothing"
        case .unheard(let track, let port, let channel, let notes):
            (track.map { "track \($0 + 1), " } ?? "") + (port == 0 ? "" : "port \(Int(port) + 1), ")
                + "channel \(channel + 1): \(notes) note\(notes == 1 ? "" : "s") "
                + "reach\(notes == 1 ? "es" : "") no sampler"
        }
    }
}
