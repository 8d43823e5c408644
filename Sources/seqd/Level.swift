import SamplerHost

/// Levels as people read them.
enum Level {
    /// The `--gain` in whole dB at which a peak above full scale would fit: `-3`.
    ///
    /// - Parameters:
    ///   - peak: The highest sample.
    ///   - gain: The `--gain` that gave it.
    /// - Returns: What to give instead, within what the option takes.
    static func gainToFit(_ peak: Float, at gain: Double) -> Int {
        guard peak.isFinite else { return -60 }
        return max(-60, Int((gain - Decibels.level(Double(peak))).rounded(.down)))
    }

    /// A sample value as a level, to a tenth: `-6.2 dBFS`; `silent` for 0.
    static func text(_ value: Float) -> String {
        guard value > 0 else { return "silent" }
        guard value.isFinite else { return "over" }
        let tenths = Int((Decibels.level(Double(value)) * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        return "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10) dBFS"
    }
}
