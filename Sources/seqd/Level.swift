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

/// Lengths of time as people read them.
enum Clock {
    /// Minutes, seconds and tenths of a number of frames: `1:04.2`.
    static func text(frames: Int64, rate: Int) -> String {
        let frames = max(0, frames)
        let seconds = frames / Int64(rate)
        let tenths = frames % Int64(rate) * 10 / Int64(rate)
        let hours = seconds / 3_600
        let minutes = seconds / 60 % 60
        let rest = two(seconds % 60) + ".\(tenths)"
        return hours > 0 ? "\(hours):\(two(minutes)):\(rest)" : "\(minutes):\(rest)"
    }

    private static func two(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
