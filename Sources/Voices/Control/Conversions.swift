import Realtime

/// Tables that turn the units of parameters into factors: on the audio thread nothing of libm is
/// called.
struct Conversions: ~Copyable {
    /// The angle of a cutoff on the unit circle.
    struct Angle: BitwiseCopyable, Sendable {
        var cosine: Double
        var sine: Double

        /// Takes both.
        @_noLocks
        init(cosine: Double, sine: Double) {
            self.cosine = cosine
            self.sine = sine
        }
    }

    /// Whether values are rounded down to whole cents and centibels, as FluidSynth does.
    let isRounded: Bool
    /// Frames per second.
    let rate: Double
    private let amplitudes: LentElements<Double>
    private let ratios: LentElements<Double>
    private let curve: LentElements<Double>
    private let pans: LentElements<Double>
    private let angles: LentElements<Angle>
    /// The owner of the tables.
    private let tables: ConversionTables

    /// The lowest frequency of absolute cents: MIDI key 0.
    private static var lowest: Double { @_noLocks get { 8.17579891564371 } }

    /// Takes the tables for a rate, which all engines of the process share.
    ///
    /// Allocates: not for the audio thread.
    init(rate: Double, isRounded: Bool) {
        self.rate = rate
        self.isRounded = isRounded
        tables = ConversionTables.shared(rate: rate)
        amplitudes = unsafe tables.amplitudes.lentElements
        ratios = unsafe tables.ratios.lentElements
        curve = unsafe tables.curve.lentElements
        pans = unsafe tables.pans.lentElements
        angles = unsafe tables.angles.lentElements
    }

    /// The amplitude of an attenuation in centibels: 1 below 0, 0 above 144 dB.
    @_noLocks
    func amplitude(centibels: Double) -> Double {
        if centibels < 0 { return 1 }
        guard centibels < 1_441 else { return 0 }
        let index = Int(centibels)
        let low = amplitudes[index]
        if isRounded { return low }
        return low + (amplitudes[index &+ 1] - low) * (centibels - Double(index))
    }

    /// 2 to a power between −1,000 and 1,000.
    @_noLocks
    func powerOfTwo(_ exponent: Double) -> Double {
        let clamped = max(-1_000, min(exponent, 1_000))
        var whole = Int(clamped)
        if Double(whole) > clamped { whole &-= 1 }
        let part = clamped - Double(whole)
        let index = Int(part * 1_200)
        let rest = (part - Double(index) / 1_200) * 0.693147180559945309
        let series = 1 + rest * (1 + rest * (0.5 + rest * (1.0 / 6 + rest / 24)))
        let scale = Double(bitPattern: UInt64(truncatingIfNeeded: whole &+ 1_023) << 52)
        return ratios[index] * series * scale
    }

    /// The logarithm to base 10 of a number above 0.
    @_noLocks
    func decimalLogarithm(_ number: Double) -> Double {
        var exponent = Double(Int(truncatingIfNeeded: number.bitPattern >> 52) &- 1_023)
        var part = Double(bitPattern: number.bitPattern & ((1 << 52) - 1) | 1_023 << 52)
        if part > 1.4142135623730951 {
            part /= 2
            exponent += 1
        }
        let z = (part - 1) / (part + 1)
        let square = z * z
        let series =
            1 + square
            * (1.0 / 3 + square * (1.0 / 5 + square * (1.0 / 7 + square * (1.0 / 9 + square / 11))))
        return 0.30102999566398120 * exponent + 0.86858896380650366 * z * series
    }

    /// The seconds of timecents.
    @_noLocks
    func seconds(timecents: Double) -> Double { powerOfTwo(timecents / 1_200) }

    /// The frequency of absolute cents in Hz.
    ///
    /// FluidSynth's is that of the whole cent below; where cents are below 0 it computes it, with a
    /// shorter factor.
    @_noLocks
    func hertz(cents: Double) -> Double {
        let clamped = max(-100_000, min(cents, 100_000))
        if isRounded, clamped < 0 { return Self.lowest * powerOfTwo(clamped / 1_200) }
        var whole = Int(clamped)
        if Double(whole) > clamped { whole &-= 1 }
        // Above 0, so that the division rounds down.
        let (octave, index) = (whole &+ 120_000).quotientAndRemainder(dividingBy: 1_200)
        let exponent = UInt64(truncatingIfNeeded: octave &- 100 &+ 1_023)
        let scale = Self.lowest * Double(bitPattern: exponent << 52)
        if isRounded { return ratios[index] * scale }
        // Between whole cents the line is 2^-24 off at most.
        let part = clamped - Double(whole)
        return (ratios[index] + (ratios[index &+ 1] - ratios[index]) * part) * scale
    }

    /// The frequency of an oscillator in Hz.
    @_noLocks
    func oscillation(cents: Double) -> Double {
        Self.lowest * powerOfTwo(max(-16_000, min(cents, 4_500)) / 1_200)
    }

    /// The angle of a cutoff in absolute cents, which is limited to the filter's range.
    @_noLocks
    func angle(cutoff: Double) -> Angle {
        let cents =
            max(RegionValues.cutoffs.low, min(cutoff, RegionValues.cutoffs.high))
            - RegionValues.cutoffs.low
        let index = Int(cents)
        let low = angles[index]
        if isRounded { return low }
        let (high, part) = (angles[index &+ 1], cents - Double(index))
        return Angle(
            cosine: low.cosine + (high.cosine - low.cosine) * part,
            sine: low.sine + (high.sine - low.sine) * part
        )
    }

    /// The concave curve at a position of 0 … 1: slow at first.
    @_noLocks
    func concave(_ position: Double) -> Double {
        let place = 127 * position
        if place <= 0 { return 0 }
        if place >= 127 { return 1 }
        let index = Int(place)
        return curve[index] + (curve[index &+ 1] - curve[index]) * (place - Double(index))
    }

    /// The convex curve at a position of 0 … 1: fast at first.
    @_noLocks
    func convex(_ position: Double) -> Double { 1 - concave(1 - position) }

    /// The part of a voice that a side gets: none at −500, all at 500.
    @_noLocks
    func pan(_ position: Double) -> Double {
        if position <= -500 { return 0 }
        if position >= 500 { return 1 }
        // Rounded towards the middle.
        if isRounded { return pans[Int(position) &+ 500] }
        // FluidSynth's middle is a little off the middle.
        let place = (position + 500) * 1.001
        let index = Int(place)
        return pans[index] + (pans[index &+ 1] - pans[index]) * (place - Double(index))
    }
}
