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
    /// - Returns: The input from 0, 0 by default, and the rest.
    /// - Throws: `usage` for an input that there is not.
    static func split(
        _ text: String,
        inputs: Int
    ) throws(HostError) -> (input: Int, rest: String) {
        guard let sign = text.firstIndex(of: "=") else { return (0, text) }
        let digits = text[..<sign]
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
            return (0, text)
        }
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
}
