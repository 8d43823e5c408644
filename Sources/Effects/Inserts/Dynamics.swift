/// Conversions of levels and times for compressors and gates: fast, accurate to 0.0001 dB, and the
/// same on all machines.
enum Dynamics {
    /// Decibels of a factor of 2, and the part of it that one is: a division takes longer.
    private static var octave: Float { @_noLocks get { 6.020_599_9 } }
    private static var octavesOfOne: Float { @_noLocks get { 0.166_096_4 } }

    /// The level of a magnitude in dB; −200 below −200.
    @inline(__always)
    @_noLocks
    static func decibels(_ magnitude: Float) -> Float {
        let bits = max(magnitude, 1e-10).bitPattern
        // A part between √½ and √2, so that the series is short.
        let shifted = bits &- 0x3F35_04F3
        let exponent = Int32(bitPattern: shifted) >> 23
        let part = Float(bitPattern: bits &- UInt32(bitPattern: exponent << 23))
        let z = (part - 1) / (part + 1)
        let square = z * z
        let series = 1 + square * (1.0 / 3 + square * (1.0 / 5 + square * (1.0 / 7)))
        return octave * (Float(exponent) + 2.885_390_08 * z * series)
    }

    /// The factor of a level between −200 and 200 dB.
    @inline(__always)
    @_noLocks
    static func factor(_ decibels: Float) -> Float {
        let octaves = max(-120, min(decibels * octavesOfOne, 120))
        let whole = (octaves + 12_582_912) - 12_582_912
        let x = (octaves - whole) * 0.693_147_18
        let series =
            1 + x
            * (1 + x * (0.5 + x * (1.0 / 6 + x * (1.0 / 24 + x * (1.0 / 120 + x * (1.0 / 720))))))
        return series * Float(bitPattern: UInt32(bitPattern: (Int32(whole) &+ 127) << 23))
    }

    /// The factor of a level; not for each frame.
    @_noLocks
    static func exactFactor(_ decibels: Double) -> Float {
        Float(Elementary.power10(decibels / 20))
    }

    /// The part of a difference that is left after a frame, where 63 % are gone after a time.
    @_noLocks
    static func remainder(ofMilliseconds time: Double, rate: Int) -> Float {
        Float(Elementary.exp2(-1_442.695_040_888_963_4 / (time * Double(rate))))
    }
}
