import Effects
import SamplerHost
import Wording

/// Levels as text.
enum Level {
    /// The `--gain` in whole dB at which a peak above full scale would fit: `-3`.
    ///
    /// - Parameters:
    ///   - peak: The highest sample.
    ///   - gain: The `--gain` that gave it.
    /// - Returns: The gain, in the option's range.
    static func gainToFit(_ peak: Float, at gain: Double) -> Int {
        guard peak.isFinite else { return -60 }
        return max(-60, Int((gain - Decibels.level(Double(peak))).rounded(.down)))
    }

    /// The limiter's gain reduction, after a peak: `, limited by 3.2 dB`; nothing below 0.1 dB.
    ///
    /// - Parameter reduction: The largest gain reduction, in dB.
    /// - Returns: The text.
    static func limited(_ reduction: Double) -> String {
        // Rounded up: a reduction of 100 dB, of what is far beyond all sense, is one still.
        let tenths = Int((min(reduction, 999) * 10).rounded(.up))
        return tenths > 0 ? ", limited by \(tenths / 10).\(tenths % 10) dB" : ""
    }

    /// A loudness, after a peak: `, -18.3 LUFS`; nothing for none.
    static func loudness(_ value: Double?) -> String {
        value.map { ", \(NumberText.decimal(($0 * 10).rounded() / 10)) LUFS" } ?? ""
    }

    /// The level in dBFS below which a sound is inaudible; 16 bits cannot represent it.
    static let silence = -120.0

    /// A sample value as a level, to a tenth: `-6.2 dBFS`; `silent` for an inaudible one.
    static func text(_ value: Float) -> String {
        let level = Decibels.level(Double(value))
        guard value > 0, level >= silence else { return "silent" }
        guard value.isFinite else { return "over" }
        let tenths = Int((level * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        return "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10) dBFS"
    }
}
