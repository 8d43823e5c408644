public import Platform

/// Ports of the sequencer as they play on one input, or on any; or as one output plays to them.
public struct ConnectionPattern: Hashable, Sendable {
    package let choice: PortChoice
    /// The input or output, from 0; `nil` for all inputs.
    package let port: Int?
    /// Whether inputs or an output are meant.
    public let kind: PortKind

    /// Reads a pattern as the user writes it: as ``ConnectionRule``, but it means all inputs
    /// without a number.
    ///
    /// - Parameters:
    ///   - text: The pattern.
    ///   - inputs: How many inputs there are.
    ///   - outputs: How many outputs there are.
    /// - Throws: `usage` for an empty pattern, and for an input or an output that there is not.
    public init(parsing text: String, inputs: Int, outputs: Int = 0) throws(HostError) {
        if PortPrefix.isForOutput(text) {
            let rest = String(text.dropFirst(PortPrefix.output.count))
            try self.init(rest, ports: outputs, of: .output)
        } else {
            try self.init(text, ports: inputs, of: .input)
        }
    }

    package init(_ text: String, ports: Int, of kind: PortKind) throws(HostError) {
        let (port, rest) = try PortPrefix.split(text, ports: ports, of: kind)
        guard let choice = PortChoice(rest) else {
            throw HostError(
                .usage,
                "'\(text)'",
                "expected the name of a client or port, or a pattern"
            )
        }
        self.choice = choice
        self.port = port
        self.kind = kind
    }

    /// Whether it has the words of a rule, whatever the case, and its input or output.
    public func names(_ rule: ConnectionRule) -> Bool {
        kind == rule.kind && choice.isSame(as: rule.choice) && includes(rule.port)
    }

    /// Whether it means connections to an input or output.
    package func includes(_ port: Int) -> Bool { self.port == nil || self.port == port }
}
