/// Numbers as the amounts of generators (SoundFont 2.04, §8.1.3).
///
/// The module has no C library to take logarithms from.
enum Units {
    /// Frequencies are counted from this one, the key 0.
    private static let lowest = 8.175_798_915_643_707

    /// Absolute cents of a frequency in Hz.
    static func absoluteCents(_ hertz: Double) -> Double {
        hertz > 0 ? 1_200 * log2(hertz / lowest) : -12_000
    }

    /// Timecents of a time in seconds, within what a generator can say.
    static func timecents(_ seconds: Double, limit: Double = 8_000) -> Double {
        guard seconds > 0.001 else { return -12_000 }
        return min(1_200 * log2(seconds), limit)
    }

    /// Decibels of a factor.
    static func decibels(_ factor: Double) -> Double {
        factor > 0 ? log2(factor) * 6.020_599_913_279_624 : -200
    }

    /// An amount that fits into a generator.
    static func amount(_ value: Double) -> Int16 {
        // Not a number becomes 0.
        guard value == value else { return 0 }
        return Int16(min(max(value, -32_768), 32_767).rounded())
    }

    /// The logarithm to the base 2 of a number above 0.
    ///
    /// ln((1 + t) / (1 − t)) = 2 (t + t³/3 + t⁵/5 + …) of the significand: with t below 0.172, twelve
    /// terms give every bit of a Double.
    static func log2(_ x: Double) -> Double {
        guard x > 0, x.isFinite else { return x > 0 ? 1_024 : -1_075 }
        var significand = x.significand
        var exponent = Double(x.exponent)
        if significand > 1.414_213_562_373_095 {
            significand /= 2
            exponent += 1
        }
        let t = (significand - 1) / (significand + 1)
        let square = t * t
        var sum = 0.0
        var power = t
        for divisor in stride(from: 1.0, through: 23, by: 2) {
            sum += power / divisor
            power *= square
        }
        return exponent + sum * 2.885_390_081_777_926_8
    }

    /// The number with a fraction cut off; `nil` where it does not fit.
    static func integer(_ value: Double) -> Int? {
        value.isFinite && abs(value) < 9e15 ? Int(value) : nil
    }
}
