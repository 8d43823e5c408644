/// The argument parser's messages in the form of seqd's own.
enum ParserMessage {
    /// `--gain: expected -60 to 24 dB, not loud`, where the parser says that the value 'loud' is
    /// invalid for '--gain <db>', and a colon; other messages as they are.
    static func rewritten(_ text: String) -> String {
        let (start, middle) = ("The value '", "' is invalid for '")
        guard text.hasPrefix(start), let infix = text.firstRange(of: middle),
            let end = text[infix.upperBound...].firstRange(of: "': expected ")
        else { return text }
        let value = text[text.index(text.startIndex, offsetBy: start.count)..<infix.lowerBound]
        let option = text[infix.upperBound..<end.lowerBound].prefix { $0 != " " }
        let expected = text[end.upperBound...]
        let shown = Double(value) == nil ? "'\(value)'" : String(value)
        return "\(option): expected \(expected), not \(shown)"
    }
}
