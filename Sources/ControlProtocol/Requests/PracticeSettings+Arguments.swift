public import Sequencer

extension PracticeSettings {
    /// Reads the arguments of `practice`; `nil` for `off`.
    ///
    /// - Throws: −32602 for options of `off`.
    init?(_ arguments: Arguments) throws(RequestError) {
        let tolerance = try arguments.optionalInteger("tolerance")
        let isHeard = try arguments.optionalFlag("heard")
        guard let parts = try arguments.selectorsOrOff("practice") else {
            guard tolerance == nil, isHeard == nil else {
                throw .arguments("too many arguments: practice off takes no options")
            }
            return nil
        }
        self.init(
            parts,
            milliseconds: tolerance ?? Self.defaultTolerance,
            isHeard: isHeard ?? false
        )
    }

    /// The arguments of `practice`.
    var values: [String: [ArgumentValue]] {
        [
            "practice": Request.values(of: parts),
            "tolerance": milliseconds == Self.defaultTolerance ? [] : [.integer(milliseconds)],
            "heard": isHeard ? [.flag(true)] : [],
        ]
    }

    /// The settings as `practice` reads them.
    public var words: String {
        var words = parts.selectors.map(\.description).joined(separator: ",")
        if milliseconds != Self.defaultTolerance { words += " tolerance=\(milliseconds)" }
        if isHeard { words += " heard=on" }
        return words
    }
}
