/// The coefficients of a filter of the second order, divided by a0.
///
/// By Bristow-Johnson's "Cookbook formulae for audio EQ biquad filter coefficients".
struct Biquad: BitwiseCopyable, Hashable {
    var b0 = 1.0, b1 = 0.0, b2 = 0.0, a1 = 0.0, a2 = 0.0

    /// The sine and cosine of a frequency, and the bandwidth.
    private struct Angle {
        let cosine: Double
        let alpha: Double

        @_noLocks
        init(_ hertz: Double, _ q: Double, rate: Int) {
            // Above, the formulas squeeze what is left below half the rate.
            let turns = min(hertz, 0.45 * Double(rate)) / Double(rate)
            cosine = Elementary.sine(ofTurns: turns + 0.25)
            alpha = Elementary.sine(ofTurns: turns) / (2 * q)
        }
    }

    /// A filter that changes nothing.
    @_noLocks
    init() {}

    @_noLocks
    private init(_ b: (Double, Double, Double), _ a: (Double, Double, Double)) {
        (b0, b1, b2) = (b.0 / a.0, b.1 / a.0, b.2 / a.0)
        (a1, a2) = (a.1 / a.0, a.2 / a.0)
    }

    /// A filter of a kind.
    @_noLocks
    init(_ kind: FilterParameters.Kind, _ hertz: Double, q: Double, rate: Int) {
        let angle = Angle(hertz, q, rate: rate)
        let (cosine, alpha) = (angle.cosine, angle.alpha)
        let a = (1 + alpha, -2 * cosine, 1 - alpha)
        switch kind {
        case .lowPass: self.init(((1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2), a)
        case .highPass: self.init(((1 + cosine) / 2, -1 - cosine, (1 + cosine) / 2), a)
        // The peak is at 0 dB.
        case .bandPass: self.init((alpha, 0, -alpha), a)
        case .notch: self.init((1, -2 * cosine, 1), a)
        case .allPass: self.init((1 - alpha, -2 * cosine, 1 + alpha), a)
        }
    }

    /// One of the filters of a cut, which together are a Butterworth filter.
    ///
    /// - Parameters:
    ///   - kind: Low-pass or high-pass.
    ///   - hertz: The cutoff.
    ///   - index: Its index.
    ///   - count: The number of filters.
    ///   - rate: Frames per second.
    @_noLocks
    init(
        _ kind: FilterParameters.Kind,
        _ hertz: Double,
        section index: Int,
        of count: Int,
        rate: Int
    ) {
        let turns = Double(2 &* index &+ 1) / Double(8 &* count)
        let q = 1 / (2 * Elementary.sine(ofTurns: turns + 0.25))
        self.init(kind, hertz, q: q, rate: rate)
    }

    /// A peak.
    @_noLocks
    init(peak hertz: Double, decibels: Double, q: Double, rate: Int) {
        let angle = Angle(hertz, q, rate: rate)
        let (cosine, alpha) = (angle.cosine, angle.alpha)
        let gain = Elementary.power10(decibels / 40)
        self.init(
            (1 + alpha * gain, -2 * cosine, 1 - alpha * gain),
            (1 + alpha / gain, -2 * cosine, 1 - alpha / gain)
        )
    }

    /// A shelf.
    @_noLocks
    init(shelf hertz: Double, isLow: Bool, decibels: Double, q: Double, rate: Int) {
        let angle = Angle(hertz, q, rate: rate)
        let (cosine, alpha) = (angle.cosine, angle.alpha)
        let gain = Elementary.power10(decibels / 40)
        let sign: Double = isLow ? 1 : -1
        let (sum, difference) = (gain + 1, (gain - 1) * sign)
        let root = 2 * Elementary.squareRoot(gain) * alpha
        self.init(
            (
                gain * (sum - difference * cosine + root),
                2 * gain * sign * ((gain - 1) - sign * sum * cosine),
                gain * (sum - difference * cosine - root)
            ),
            (
                sum + difference * cosine + root,
                -2 * sign * ((gain - 1) + sign * sum * cosine),
                sum + difference * cosine - root
            )
        )
    }
}
