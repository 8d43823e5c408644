/// Which ports of the sequencer are connected by themselves, and to which input.
public struct ConnectionRule: Hashable, Sendable, CustomStringConvertible {
    let choice: PortChoice
    /// The input, from 0.
    let input: Int

    /// The rule where none is given: all hardware plays on the first input.
    public static let hardware = ConnectionRule(choice: .hardware, input: 0)

    private init(choice: PortChoice, input: Int) {
        self.choice = choice
        self.input = input
    }

    /// Reads a rule as the user writes it.
    ///
    /// A pattern of a shell's kind (`*`, `?`, `[…]`, whatever the case) is compared with the
    /// client's name, the port's name, `CLIENT NAME:PORT NAME` and the numbers, `20` or `20:0`.
    /// The word `hardware` stands for every hardware port. `2=` before it means the second input.
    ///
    /// - Parameters:
    ///   - text: The rule.
    ///   - inputs: How many inputs there are.
    /// - Throws: `usage` for an empty pattern and for an input that there is not.
    public init(parsing text: String, inputs: Int) throws(HostError) {
        let pattern = try ConnectionPattern(parsing: text, inputs: inputs)
        self.init(choice: pattern.choice, input: pattern.input ?? 0)
    }

    /// The rule as ``init(parsing:inputs:)`` reads it; the first input is not written if it need
    /// not be.
    public var description: String {
        let text = choice.text
        return input > 0 || InputPrefix.begins(text) ? "\(input + 1)=\(text)" : text
    }

    /// Whether it connects a port to its input.
    func matches(_ port: SequencerPort) -> Bool { choice.matches(port) }
}
