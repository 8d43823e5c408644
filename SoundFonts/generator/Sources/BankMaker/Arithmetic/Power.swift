/// 2 to the power of `x`, for exponents within ±1000; within 1e-14 of the true value.
func exp2(_ x: Double) -> Double {
    let whole = x.rounded()
    // ln 2
    let rest = (x - whole) * 0.6931471805599453
    var sum = 1.0
    var n = 16.0
    while n >= 1 {
        sum = 1 + rest / n * sum
        n -= 1
    }
    return Double(sign: .plus, exponent: Int(whole), significand: sum)
}

/// The logarithm to base 2 of a positive number; within 1e-12 of the true value.
func log2(_ x: Double) -> Double {
    var exponent = Double(x.exponent)
    var mantissa = x.significand
    if mantissa > 1.4142135623730951 {
        mantissa *= 0.5
        exponent += 1
    }
    // 2 · artanh((m − 1) / (m + 1)) = ln m
    let t = (mantissa - 1) / (mantissa + 1)
    let square = t * t
    var sum = 0.0
    var n = 19.0
    while n >= 1 {
        sum = sum * square + 1 / n
        n -= 2
    }
    return exponent + 2 * t * sum * 1.4426950408889634
}

/// A positive number to any power.
func power(_ base: Double, _ exponent: Double) -> Double {
    exp2(exponent * log2(base))
}

/// The factor that a level in decibels stands for.
func gain(decibels: Double) -> Double {
    // 1 / (20 · log10 2)
    exp2(decibels * 0.16609640474436813)
}

/// The decibels that a positive factor stands for.
func decibels(gain: Double) -> Double {
    log2(gain) * 6.020599913279624
}

/// The frequency of a key in Hz, A4 (key 69) = 440 Hz.
func frequency(ofKey key: Double) -> Double {
    440 * exp2((key - 69) / 12)
}
