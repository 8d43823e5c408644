import Glibc

/// Measured numbers as text.
enum ReadingText {
    /// A number with one decimal: `-6.0`.
    static func tenths(_ value: Double) -> String { fixed(value, decimals: 1) }

    /// A number with its sign and two decimals: `+0.98`.
    static func signed(_ value: Double) -> String {
        let text = fixed(value, decimals: 2)
        return text.hasPrefix("-") ? text : "+\(text)"
    }

    /// A factor as a level: `-6.0 dBFS`.
    static func level(_ factor: Float) -> String {
        factor > 1e-6 ? "\(tenths(20 * log10(Double(factor)))) dBFS" : "silent"
    }

    /// A frequency with three digits: `440 Hz`, `1.26 kHz`.
    static func frequency(_ hertz: Double) -> String {
        guard hertz >= 999.5 else {
            return "\(hertz < 99.95 ? tenths(hertz) : fixed(hertz, decimals: 0)) Hz"
        }
        return "\(fixed(hertz / 1_000, decimals: hertz < 9_995 ? 2 : 1)) kHz"
    }

    private static func fixed(_ value: Double, decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
        let parts = Int((min(max(value, -1e9), 1e9) * scale).rounded())
        let digits = String(parts.magnitude)
        let padded = String(repeating: "0", count: max(decimals + 1 - digits.count, 0)) + digits
        let sign = parts < 0 ? "-" : ""
        guard decimals > 0 else { return sign + padded }
        return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
    }
}
