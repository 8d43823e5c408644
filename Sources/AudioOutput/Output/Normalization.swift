import Effects
import Wording

/// The level that a whole sound is brought to.
public enum Normalization: Hashable, Sendable {
    /// The highest sample in dBFS.
    case peak(Double)
    /// The highest true peak in dBFS.
    case truePeak(Double)
    /// The integrated loudness in LUFS.
    case loudness(Double)

    /// The peaks that can be asked for, in dBFS.
    public static let peaks = -60.0...0.0
    /// The loudness that can be asked for, in LUFS.
    public static let loudnesses = -60.0 ... -5.0

    /// Reads `peak=-1`, `true-peak=-1` or `lufs=-14`; `nil` for anything else.
    public init?(parsing text: String) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2,
            let value = (parts[0] == "lufs" ? Unit.loudness : .fullScale).number(parts[1])
        else { return nil }
        switch parts[0] {
        case "peak" where Self.peaks.contains(value): self = .peak(value)
        case "true-peak" where Self.peaks.contains(value): self = .truePeak(value)
        case "lufs" where Self.loudnesses.contains(value): self = .loudness(value)
        default: return nil
        }
    }

    /// The gain in dB that brings a sound there, without a limiter.
    ///
    /// - Parameter reading: The measurement of the sound.
    /// - Returns: The gain; `nil` for a silent sound, and for one without a loudness.
    package func gain(for reading: LoudnessMeter.Reading) -> Double? {
        switch self {
        case .peak(let level):
            reading.peak > 0 ? level - Decibels.level(reading.peak) : nil
        case .truePeak(let level):
            reading.truePeak > 0 ? level - Decibels.level(reading.truePeak) : nil
        case .loudness(let level):
            reading.loudness.map { level - $0 }
        }
    }

    /// Whether the limiter comes after the gain: peaks that are at their level need none.
    public var usesLimiter: Bool {
        if case .loudness = self { true } else { false }
    }
}
