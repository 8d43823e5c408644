/// Numbers in text for people.
package enum NumberText {
    /// A number with at most three decimals, and none that are zero: `120`, `96.5`.
    package static func decimal(_ value: Double) -> String { decimal(value, decimals: 3) }

    /// A number with so many decimals at most, 0 to 6, and none at the end that are zero.
    package static func decimal(_ value: Double, decimals most: Int) -> String {
        guard value.magnitude < 1e12 else { return "\(value)" }
        var scale = 1.0
        for _ in 0..<most { scale *= 10 }
        let parts = Int64((value * scale).rounded())
        let sign = parts < 0 ? "-" : ""
        let (whole, part) = parts.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
        guard part > 0 else { return "\(sign)\(whole)" }
        let digits = "\(part)"
        var decimals = String(repeating: "0", count: most - digits.count) + digits
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
