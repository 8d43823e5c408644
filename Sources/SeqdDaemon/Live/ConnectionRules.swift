import ControlProtocol
import SamplerHost

/// The rules by which MIDI ports are connected: those of the options, as clients have changed them.
struct ConnectionRules: Hashable {
    /// The maximum number of rules that clients can make it.
    static let capacity = 64
    /// The maximum length of a pattern in bytes: longer than the longest names of ALSA.
    static let longestPattern = 255

    private(set) var rules: [ConnectionRule]
    /// The number of live inputs.
    private let inputs: Int
    /// The number of MIDI outputs.
    private let outputs: Int

    /// Makes the rules of the options.
    init(_ rules: [ConnectionRule], inputs: Int, outputs: Int = 0) {
        self.rules = rules
        self.inputs = inputs
        self.outputs = outputs
    }

    /// The rules as clients write them.
    var texts: [String] { rules.map(\.description) }

    /// Adds a rule; one that is there already stays.
    ///
    /// - Parameter text: The rule as a client writes it.
    /// - Throws: Status 64 if it cannot be read, 75 if there are too many.
    /// - Returns: The rule.
    mutating func add(_ text: String) throws(RequestError) -> ConnectionRule {
        let (inputs, outputs) = (inputs, outputs)
        let rule = try Self.read(text) { text throws(HostError) in
            try ConnectionRule(parsing: text, inputs: inputs, outputs: outputs)
        }
        guard !rules.contains(rule) else { return rule }
        guard rules.count < Self.capacity else {
            throw RequestError(
                .busy,
                "pattern: too many rules: \(rules.count), at most \(Self.capacity); disconnect "
                    + "removes one"
            )
        }
        rules.append(rule)
        return rule
    }

    /// Removes the rules that a pattern names, of all inputs if it has none.
    ///
    /// - Parameter text: The pattern as a client writes it.
    /// - Throws: Status 64 if it cannot be read.
    /// - Returns: The pattern, and whether there was such a rule.
    mutating func remove(
        _ text: String
    ) throws(RequestError) -> (pattern: ConnectionPattern, isRule: Bool) {
        let (inputs, outputs) = (inputs, outputs)
        let pattern = try Self.read(text) { text throws(HostError) in
            try ConnectionPattern(parsing: text, inputs: inputs, outputs: outputs)
        }
        let count = rules.count
        rules.removeAll(where: pattern.names)
        return (pattern, rules.count < count)
    }

    /// Takes other rules of the options; those that clients have added stay behind them.
    mutating func replaceOptions(_ old: [ConnectionRule], with new: [ConnectionRule]) {
        rules = new + rules.filter { !old.contains($0) && !new.contains($0) }
    }

    /// Takes rules as clients write them instead of all that there are.
    ///
    /// - Parameter texts: The rules.
    /// - Throws: Status 64 for one that cannot be read; all stay as they are then.
    mutating func replace(with texts: [String]) throws(RequestError) {
        var new: [ConnectionRule] = []
        for text in texts {
            let (inputs, outputs) = (inputs, outputs)
            new.append(
                try RequestError.catching { () throws(HostError) in
                    try ConnectionRule(parsing: text, inputs: inputs, outputs: outputs)
                }
            )
        }
        rules = new
    }

    /// The error for a pattern that names neither a rule nor a connected port.
    func unknown(_ text: String) -> RequestError {
        RequestError(
            .usage,
            "pattern: \(RequestError.quoted(text)): no such rule, and no connected port; "
                + (rules.isEmpty
                    ? "there are no rules" : "the rules are \(texts.joined(separator: ", "))")
        )
    }

    private static func read<Value>(
        _ text: String,
        _ make: (String) throws(HostError) -> Value
    ) throws(RequestError) -> Value {
        guard text.utf8.count <= longestPattern, !text.utf8.contains(0) else {
            throw RequestError(
                .usage,
                "pattern: expected at most \(longestPattern) bytes, none of them 0"
            )
        }
        do throws(HostError) {
            return try make(text)
        } catch {
            throw RequestError(
                .init(error.code),
                "pattern: \(RequestError.quoted(text)): \(error.reason)"
            )
        }
    }
}
