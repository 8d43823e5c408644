/// A fade in and a fade out over velocities, keys or the values of a controller.
struct SFZCrossfade {
    /// The ends of the fades.
    enum End: String, CaseIterable {
        case inLow = "xfin_lo"
        case inHigh = "xfin_hi"
        case outLow = "xfout_lo"
        case outHigh = "xfout_hi"
    }

    /// The values between which it fades in.
    private var fadeIn = (low: 0.0, high: 0.0)
    /// The values between which it fades out.
    private var fadeOut = (low: 127.0, high: 127.0)

    /// Whether it changes anything.
    var isUsed: Bool { fadeIn != (0, 0) || fadeOut != (127, 127) }

    mutating func set(_ end: End, _ value: Double) {
        switch end {
        case .inLow: fadeIn.low = value
        case .inHigh: fadeIn.high = value
        case .outLow: fadeOut.low = value
        case .outHigh: fadeOut.high = value
        }
    }

    /// The factor at a value.
    ///
    /// - Parameters:
    ///   - value: A value, 0 … 127.
    ///   - isLinear: Whether factors change linearly, else powers do.
    /// - Returns: A factor from 0 to 1.
    func factor(at value: Double, isLinear: Bool) -> Double {
        var factor = 1.0
        if value < fadeIn.low { return 0 }
        if value < fadeIn.high { factor = (value - fadeIn.low) / (fadeIn.high - fadeIn.low) }
        if value > fadeOut.high { return 0 }
        if value > fadeOut.low {
            factor *= (fadeOut.high - value) / (fadeOut.high - fadeOut.low)
        }
        return isLinear ? factor : factor.squareRoot()
    }
}
