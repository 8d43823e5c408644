package import Platform

/// The `2=` that says which input, or which output, something is connected to.
package enum PortPrefix {
    /// The prefix of the number of an output where inputs are possible too.
    package static let output = "out:"

    /// Splits `2=WORDS`.
    ///
    /// A text whose part before the first `=` is not a number has no prefix: it may be a path or a
    /// name with that character in it.
    ///
    /// - Parameters:
    ///   - text: The text that the user wrote.
    ///   - ports: How many inputs or outputs there are.
    ///   - kind: Which of them.
    /// - Returns: The input or output from 0, `nil` if there is no prefix, and the rest.
    /// - Throws: `usage` for one that does not exist.
    package static func split(
        _ text: String,
        ports: Int,
        of kind: PortKind = .input
    ) throws(HostError) -> (port: Int?, rest: String) {
        guard ports > 0 || kind == .input else {
            throw HostError(.usage, text, "no MIDI outputs (\(kind.option) makes some)")
        }
        guard begins(text), let sign = text.firstIndex(of: "=") else { return (nil, text) }
        let digits = text[..<sign]
        guard let number = Int(digits), (1...max(1, ports)).contains(number) else {
            throw HostError(
                .usage,
                text,
                "no \(kind.name) \(digits), expected "
                    + (ports > 1 ? "1 to \(ports)" : "1 (\(kind.option) makes more)")
            )
        }
        return (number - 1, String(text[text.index(after: sign)...]))
    }

    /// Whether a text begins with a prefix.
    package static func begins(_ text: String) -> Bool {
        guard let sign = text.firstIndex(of: "=") else { return false }
        let digits = text[..<sign]
        return !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Whether a text begins with the prefix of an output, `out:2=`.
    package static func isForOutput(_ text: String) -> Bool {
        text.hasPrefix(output) && begins(String(text.dropFirst(output.count)))
    }
}
