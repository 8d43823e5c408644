import SoundFont

/// The decibels that a note's key and velocity add to a region's level.
///
/// A SoundFont has no place for it: seqd keeps it beside the zones of the region.
public struct NoteGain: Hashable, Sendable {
    /// Softer than this is silent.
    public static let silence: Float = -144

    /// The decibels for each key, 0 … 127.
    public var keys: [Float]
    /// The decibels for each velocity, 0 … 127.
    public var velocities: [Float]

    /// Makes the gain of a region that is as loud for every note.
    public init() {
        keys = Array(repeating: 0, count: 128)
        velocities = keys
    }

    /// The loudest note within some ranges.
    func peak(_ keyRange: ZoneRange, _ velocityRange: ZoneRange) -> Double {
        func peak(_ values: [Float], _ range: ZoneRange) -> Double {
            Double(range.numbers.flatMap { values[$0].max() } ?? 0)
        }
        return peak(keys, keyRange) + peak(velocities, velocityRange)
    }
}
