/// Decides whether the keys of a step have been played.
///
/// A key counts from its press on as long as it is held, and for the tolerance after its press
/// even if it is not: so chords may be rolled, and short. It has to be pressed for this step: one
/// that is held since before does not count. Wrong keys are counted and hold nothing up.
public struct PracticeJudge: Hashable, Sendable {
    /// The outcome of a press.
    public enum Outcome: Hashable, Sendable {
        /// The key belongs to the step, and others are missing.
        case right
        /// The key does not belong to the step, or the step is not due yet.
        case wrong
        /// All keys of the step have been played: the music may continue.
        case complete
    }

    private struct Press: Hashable {
        var time: Int64
        var isHeld: Bool
    }

    /// The time by which a step may be played early, and within which the keys of a chord are
    /// pressed, in nanoseconds.
    public let tolerance: Int64
    /// The keys of the step; empty where nothing is to be played.
    public private(set) var keys: [UInt8] = []
    private var presses: [UInt8: Press] = [:]

    /// Makes a judge that expects nothing.
    ///
    /// - Parameter tolerance: The tolerance in nanoseconds.
    public init(tolerance: Int64) { self.tolerance = tolerance }

    /// Expects the keys of a step; what was pressed before does not count for it.
    public mutating func expect(_ keys: [UInt8]) {
        self.keys = keys
        presses = [:]
    }

    /// Takes a press.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - time: The time, in nanoseconds of any clock.
    ///   - lead: The time until the step is due, in nanoseconds; 0 or less once it is.
    /// - Returns: The outcome.
    public mutating func press(_ key: UInt8, at time: Int64, lead: Int64) -> Outcome {
        guard lead <= tolerance, keys.contains(key) else { return .wrong }
        presses[key] = Press(time: time, isHeld: true)
        return missing(at: time).isEmpty ? .complete : .right
    }

    /// Takes a release.
    public mutating func release(_ key: UInt8) { presses[key]?.isHeld = false }

    /// The keys of the step that have not been played, or too long ago.
    ///
    /// - Parameter time: The time, of the same clock as those of the presses.
    /// - Returns: The keys.
    public func missing(at time: Int64) -> [UInt8] {
        keys.filter { key in
            guard let press = presses[key] else { return true }
            return !press.isHeld && time - press.time > tolerance
        }
    }
}
