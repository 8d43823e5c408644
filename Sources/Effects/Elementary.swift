/// Powers, logarithms and sines of the audio thread's own: the mathematics library's are not known to
/// take no lock, and differ in their last digits from one machine to another.
package enum Elementary {
    /// The whole number next to x, for 0 … 2²²: without the checks of a conversion, which take more
    /// time than it.
    @_noLocks
    @inline(__always)
    static func nearest(_ x: Float) -> Int {
        assert(x >= 0 && x <= 0x1p22, "out of range")
        return Int((x + 0x1p23).bitPattern & 0x7F_FFFF)
    }

    /// The same as a number of floating point: in a chain of computations, sooner than by way of an
    /// integer.
    @_noLocks
    @inline(__always)
    static func rounded(_ x: Float) -> Float {
        assert(x >= 0 && x <= 0x1p22, "out of range")
        return (x + 0x1p23) - 0x1p23
    }

    /// The whole numbers next to eight numbers.
    @_noLocks
    @inline(__always)
    static func nearest(_ x: SIMD8<Float>) -> SIMD8<Int32> {
        unsafe unsafeBitCast(x + 0x1p23, to: SIMD8<Int32>.self) & 0x7F_FFFF
    }

    /// 2 to the power of x, for −1000 … 1000, within 10⁻¹⁵ of the value.
    @_noLocks
    package static func exp2(_ x: Double) -> Double {
        let limited = min(1_000, max(-1_000, x))
        let whole = Int(limited + (limited < 0 ? -0.5 : 0.5))
        let y = (limited - Double(whole)) * 0.693_147_180_559_945_3
        var sum = 1.0
        var term = 1.0
        var order = 1.0
        while order < 16 {
            term *= y / order
            sum += term
            order += 1
        }
        return sum * Double(bitPattern: UInt64(bitPattern: Int64(1_023 + whole)) << 52)
    }

    /// The logarithm of a positive number to the base 2, within 10⁻¹⁵ of the value or of 1.
    @_noLocks
    package static func log2(_ x: Double) -> Double {
        let bits = x.bitPattern
        var exponent = Double(Int64(bits >> 52 & 0x7FF) - 1_023)
        var part = Double(bitPattern: bits & 0xF_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000)
        if part > 1.414_213_562_373_095_1 {
            part /= 2
            exponent += 1
        }
        let z = (part - 1) / (part + 1)
        var sum = 0.0
        var power = z
        var order = 1.0
        while order < 26 {
            sum += power / order
            power *= z * z
            order += 2
        }
        return exponent + sum * 2.885_390_081_777_926_8
    }

    /// A number, not negative, to the power of another.
    @_noLocks
    package static func power(_ base: Double, _ exponent: Double) -> Double {
        base > 0 ? exp2(exponent * log2(base)) : 0
    }

    /// 10 to the power of x.
    @_noLocks
    static func power10(_ x: Double) -> Double { exp2(x * 3.321_928_094_887_362_3) }

    /// The logarithm of a positive number to the base 10.
    @_noLocks
    static func log10(_ x: Double) -> Double { log2(x) / 3.321_928_094_887_362_3 }

    /// The natural logarithm of a positive number.
    @_noLocks
    static func logarithm(_ x: Double) -> Double { log2(x) * 0.693_147_180_559_945_3 }

    /// The root of a number that is not negative.
    @_noLocks
    package static func squareRoot(_ x: Double) -> Double { power(x, 0.5) }

    /// The root of a positive number, within 10⁻⁶ of the value: fast.
    @_noLocks
    @inline(__always)
    static func fastRoot(_ x: Float) -> Float {
        // 1 / √x: half of the exponent, negated; each of Newton's steps doubles the digits.
        var y = Float(bitPattern: 0x5F37_5A86 &- x.bitPattern >> 1)
        let half = x * 0.5
        y *= 1.5 - half * y * y
        y *= 1.5 - half * y * y
        y *= 1.5 - half * y * y
        return x * y
    }

    /// The sine of a number of turns, by its series.
    @_noLocks
    package static func sine(ofTurns turns: Double) -> Double {
        var turn = turns - Double(Int(turns))
        if turn > 0.5 { turn -= 1 }
        if turn < -0.5 { turn += 1 }
        if turn > 0.25 { turn = 0.5 - turn }
        if turn < -0.25 { turn = -0.5 - turn }
        let x = turn * 2 * .pi
        var sum = x
        var term = x
        var order = 2.0
        while order < 22 {
            term *= -x * x / (order * (order + 1))
            sum += term
            order += 2
        }
        return sum
    }
}
