/// Numbers in text for people.
package enum NumberText {
    /// A number with at most three decimals, and none that are zero: `120`, `96.5`.
    package static func decimal(_ value: Double) -> String {
        guard value.magnitude < 1e15 else { return "\(value)" }
        let thousandths = Int64((value * 1000).rounded())
        let sign = thousandths < 0 ? "-" : ""
        let (whole, part) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        guard part > 0 else { return "\(sign)\(whole)" }
        let digits = "\(part)"
        var decimals = String(repeating: "0", count: 3 - digits.count) + digits
        while decimals.hasSuffix("0") { decimals.removeLast() }
        return "\(sign)\(whole).\(decimals)"
    }

    /// A number of seconds with six decimals: `812.250125`.
    package static func microseconds(_ seconds: Double) -> String {
        guard seconds.magnitude < 1e12 else { return "\(seconds)" }
        let count = Int64((seconds * 1e6).rounded())
        let (whole, part) = count.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = "\(part)"
        let zeros = String(repeating: "0", count: 6 - digits.count)
        return "\(count < 0 ? "-" : "")\(whole).\(zeros)\(digits)"
    }

    /// `1 note`, `2 notes`.
    package static func count(_ number: some BinaryInteger, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}
