import Glibc

/// Levels and factors.
public enum Decibels {
    /// The factor of a level: 0 dB is 1, −6.02 dB is a half.
    public static func factor(_ decibels: Double) -> Double {
        pow(10, decibels / 20)
    }

    /// The position of a fader for a level, the third root of the factor: one that moves evenly sounds
    /// even, and reaches silence.
    package static func fader(_ decibels: Double) -> Float { Float(pow(10, decibels / 60)) }

    /// The level of a factor; −∞ for 0.
    public static func level(_ factor: Double) -> Double {
        factor > 0 ? 20 * log10(factor) : -.infinity
    }

    /// The attenuation of a factor of at most 1, 0 for 1.
    package static func reduction(_ factor: Float) -> Double {
        factor < 1 ? -level(Double(factor)) : 0
    }

    /// The factor of a master volume message, 0 … 16383: 40 · log10(value / 16383) dB, the curve
    /// that General MIDI 2 gives for volumes, which is a square and needs no logarithm.
    @_noLocks
    package static func masterVolume(_ value: UInt16) -> Float {
        let part = Float(value) / 16_383
        return part * part
    }
}
