import Glibc

/// Which ports of the sequencer are connected by themselves, and to which input.
public struct ConnectionRule: Hashable, Sendable {
    /// The ports that a rule names.
    enum Choice: Hashable, Sendable {
        /// Every port of a sound card or a keyboard.
        case hardware
        /// Ports by name or number; the pattern is in lower case.
        case pattern(String)
    }

    let choice: Choice
    /// The input, from 0.
    let input: Int

    /// The rule where none is given: all hardware plays on the first input.
    public static let hardware = ConnectionRule(choice: .hardware, input: 0)

    private init(choice: Choice, input: Int) {
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
        let (input, rest) = try InputPrefix.split(text, inputs: inputs)
        guard !rest.isEmpty else {
            throw HostError(
                .usage,
                "'\(text)'",
                "expected the name of a client or port, or a pattern"
            )
        }
        self.input = input
        choice = rest == "hardware" ? .hardware : .pattern(rest.lowercased())
    }

    /// Whether a port is one of those that are meant.
    ///
    /// System's own ports and Midi Through carry what was never played by anybody: they are taken
    /// only where the pattern has their number or their whole name in it, not by `*` or `m*`.
    func matches(_ port: SequencerPort) -> Bool {
        switch choice {
        case .hardware:
            return port.isHardware
        case .pattern(let pattern):
            let client = port.clientName.lowercased()
            let name = port.name.lowercased()
            if port.isUtility {
                let literal = pattern.prefix { !"*?[\\".contains($0) }
                let numbers = "\(port.address.client)"
                let isSpelled =
                    literal.hasPrefix(client) || literal.hasPrefix(name)
                    || literal == numbers || literal.hasPrefix("\(numbers):")
                guard isSpelled else { return false }
            }
            let texts = [
                client, name, "\(client):\(name)", "\(port.address.client)", "\(port.address)",
            ]
            return texts.contains { unsafe fnmatch(pattern, $0, 0) == 0 }
        }
    }
}
