import Glibc

/// The ports of the sequencer that a pattern names.
package enum PortChoice: Hashable, Sendable {
    /// Every port of a sound card or a keyboard.
    case hardware
    /// Ports by name or number, as the user wrote it.
    case pattern(String)

    /// Reads a choice: `hardware`, or a pattern.
    ///
    /// - Parameter text: The words; `nil` is the result for none.
    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self = text == "hardware" ? .hardware : .pattern(text)
    }

    /// The words that it is read from.
    package var text: String {
        switch self {
        case .hardware: "hardware"
        case .pattern(let pattern): pattern
        }
    }

    /// Whether another choice is the same, whatever the case.
    package func isSame(as other: PortChoice) -> Bool {
        text.lowercased() == other.text.lowercased()
    }

    /// Whether a port is one of those that are meant.
    ///
    /// System's own ports and Midi Through carry what was never played by anybody: they are taken
    /// only where the pattern has their number or their whole name in it, not by `*` or `m*`.
    package func matches(_ port: some NamedPort) -> Bool {
        switch self {
        case .hardware:
            return port.isHardware
        case .pattern(let words):
            let pattern = words.lowercased()
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

    /// Whether the path of a raw source is one of those that are meant.
    package func matches(path: String) -> Bool {
        switch self {
        case .hardware: false
        case .pattern(let words):
            unsafe fnmatch(words.lowercased(), path.lowercased(), 0) == 0
        }
    }
}
