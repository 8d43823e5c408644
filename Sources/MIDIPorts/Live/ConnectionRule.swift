public import Platform

/// A rule that connects ports of the sequencer to an input or output when they appear.
public struct ConnectionRule: Hashable, Sendable, CustomStringConvertible {
    package let choice: PortChoice
    /// The input or output, from 0.
    public let port: Int
    /// Whether that is an input or an output.
    public let kind: PortKind

    /// The rule where none is given: all hardware plays on the first input.
    public static let hardware = ConnectionRule(choice: .hardware, port: 0, kind: .input)

    private init(choice: PortChoice, port: Int, kind: PortKind) {
        self.choice = choice
        self.port = port
        self.kind = kind
    }

    /// Reads a rule as the user writes it.
    ///
    /// A pattern of a shell's kind (`*`, `?`, `[…]`, whatever the case) is compared with the
    /// client's name, the port's name, `CLIENT NAME:PORT NAME` and the numbers, `20` or `20:0`.
    /// The word `hardware` stands for every hardware port. `2=` before it means the second input,
    /// and `out:2=` the second output.
    ///
    /// - Parameters:
    ///   - text: The rule.
    ///   - inputs: How many inputs there are.
    ///   - outputs: How many outputs there are.
    /// - Throws: `usage` for an empty pattern, and for an input or an output that there is not.
    public init(parsing text: String, inputs: Int, outputs: Int = 0) throws(HostError) {
        let pattern = try ConnectionPattern(parsing: text, inputs: inputs, outputs: outputs)
        self.init(choice: pattern.choice, port: pattern.port ?? 0, kind: pattern.kind)
    }

    /// Reads a rule for an output: as ``init(parsing:inputs:outputs:)``, but a number before the
    /// pattern is that of an output.
    ///
    /// - Parameters:
    ///   - text: The rule.
    ///   - outputs: How many outputs there are.
    /// - Throws: `usage` for an empty pattern, and for an output that there is not.
    public init(parsingOutput text: String, outputs: Int) throws(HostError) {
        let pattern = try ConnectionPattern(text, ports: outputs, of: .output)
        self.init(choice: pattern.choice, port: pattern.port ?? 0, kind: .output)
    }

    /// The rule as ``init(parsing:inputs:outputs:)`` reads it; the first input is not written if it
    /// need not be.
    public var description: String {
        let text = choice.text
        switch kind {
        case .input:
            return port > 0 || PortPrefix.begins(text) || PortPrefix.isForOutput(text)
                ? "\(port + 1)=\(text)" : text
        case .output: return "out:\(port + 1)=\(text)"
        }
    }

    /// Whether it connects a port to its input or output.
    package func matches(_ port: SequencerPort) -> Bool { choice.matches(port) }

    /// Whether a port that it matches is connected to its output.
    ///
    /// - Parameter port: The port.
    /// - Returns: Whether it is.
    public func connects(_ port: LivePort) -> Bool {
        kind == .output && port.outputs.contains(self.port)
            && choice.matches(
                SequencerPort(
                    address: port.address,
                    clientName: port.clientName,
                    name: port.name,
                    isReadable: false,
                    isWritable: true,
                    isHardware: port.isHardware,
                    isUtility: false
                )
            )
    }
}
