/// Ports of the sequencer as they play on one input, or on any.
public struct ConnectionPattern: Hashable, Sendable {
    let choice: PortChoice
    /// The input, from 0; `nil` for all.
    let input: Int?

    /// Reads a pattern as the user writes it: as ``ConnectionRule``, but it means all inputs
    /// without a number.
    ///
    /// - Parameters:
    ///   - text: The pattern.
    ///   - inputs: How many inputs there are.
    /// - Throws: `usage` for an empty pattern and for an input that there is not.
    public init(parsing text: String, inputs: Int) throws(HostError) {
        let (input, rest) = try InputPrefix.split(text, inputs: inputs)
        guard let choice = PortChoice(rest) else {
            throw HostError(
                .usage,
                "'\(text)'",
                "expected the name of a client or port, or a pattern"
            )
        }
        self.choice = choice
        self.input = input
    }

    /// Whether it has the words of a rule, whatever the case, and its input.
    public func names(_ rule: ConnectionRule) -> Bool {
        choice.isSame(as: rule.choice) && includes(rule.input)
    }

    /// Whether it means connections to an input.
    func includes(_ input: Int) -> Bool { self.input == nil || self.input == input }
}
