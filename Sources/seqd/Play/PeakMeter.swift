import Effects
import SamplerHost

/// A peak meter: the last level, the highest level, and whether the level was above full scale in the
/// last seconds.
struct PeakMeter {
    private var peak: Float = 0
    private var highest: Float = 0
    private var held: Float = 0
    private var heldSince = ContinuousClock.now
    private static let holdTime = Duration.seconds(2)

    /// Takes the highest sample since the last call.
    mutating func add(_ sample: Float, _ now: ContinuousClock.Instant) {
        peak = sample
        highest = max(highest, sample)
        if sample >= held || now - heldSince > Self.holdTime {
            held = sample
            heldSince = now
        }
    }

    /// Forgets the highest level, for another piece.
    mutating func startOver() {
        highest = 0
    }

    /// The last level in dBFS; `nil` for silence.
    var level: Double? { Self.level(peak) }
    /// The highest level since the start, in dBFS; `nil` for silence.
    var highestLevel: Double? { Self.level(highest) }
    /// Whether a sample of the last seconds was above full scale.
    var isOver: Bool { held > 1 }

    private static func level(_ sample: Float) -> Double? {
        sample > 0 ? Decibels.level(Double(sample)) : nil
    }
}
