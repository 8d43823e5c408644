/// The `2=` that says which input something plays on.
enum InputPrefix {
    /// Splits `2=WORDS`.
    ///
    /// A text whose part before the first `=` is no number has no prefix: it may be a path or a
    /// name with that character in it.
    ///
    /// - Parameters:
    ///   - text: What the user wrote.
    ///   - inputs: How many inputs there are.
    /// - Returns: The input from 0, `nil` if there is no prefix, and the rest.
    /// - Throws: `usage` for an input that there is not.
    static func split(
        _ text: String,
        inputs: Int
    ) throws(HostError) -> (input: Int?, rest: String) {
        guard begins(text), let sign = text.firstIndex(of: "=") else { return (nil, text) }
        let digits = text[..<sign]
        guard let number = Int(digits), (1...max(1, inputs)).contains(number) else {
            throw HostError(
                .usage,
                text,
                "no input \(digits), expected "
                    + (inputs > 1 ? "1 to \(inputs)" : "1 (--inputs makes more)")
            )
        }
        return (number - 1, String(text[text.index(after: sign)...]))
    }

    /// Whether a text begins with a prefix.
    static func begins(_ text: String) -> Bool {
        guard let sign = text.firstIndex(of: "=") else { return false }
        let digits = text[..<sign]
        return !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber }
    }
}
