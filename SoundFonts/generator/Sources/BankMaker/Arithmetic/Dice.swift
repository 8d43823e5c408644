/// Random numbers that are the same everywhere (SplitMix64).
struct Dice {
    private var state: UInt64

    init(_ seed: Int) {
        state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1
    }

    /// The next 64 bits.
    mutating func bits() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number from 0 up to, but not including, 1.
    mutating func unit() -> Double {
        Double(bits() >> 11) * (1 / 9_007_199_254_740_992)
    }

    /// A number from −1 to 1.
    mutating func signed() -> Double {
        unit() * 2 - 1
    }

    /// A number whose distribution is nearly the normal one, with variance 1: a sum of four.
    mutating func bell() -> Double {
        (signed() + signed() + signed() + signed()) * 0.8660254037844386
    }
}
