public import Sequencer

/// The repetitions that were played of a ramp of speeds.
public struct RampProgress: Hashable, Sendable {
    /// The ramp.
    public let ramp: SpeedRamp
    /// The number of the repetition that plays, from 0.
    public private(set) var repetition = 0
    /// Whether the end of the repetition has not been near yet.
    private var isArmed = false
    private var position = Int64.min

    /// Makes the progress of a ramp that begins.
    public init(_ ramp: SpeedRamp) { self.ramp = ramp }

    /// The speed of the repetition that plays.
    public var speed: Speed { ramp.speed(ofRepetition: repetition) }

    /// Notes the position of playing.
    ///
    /// - Parameters:
    ///   - frame: The nominal frame.
    ///   - loop: The nominal frames that are repeated.
    ///   - passes: The number of repetitions in all; `nil` for ever.
    ///   - lookahead: The distance from the end of the loop at which the next repetition is due.
    /// - Returns: Whether the next repetition is due.
    mutating func observe(
        _ frame: Int64,
        in loop: Range<Int64>,
        passes: Int?,
        lookahead: Int64
    ) -> Bool {
        let isNear = frame + lookahead >= loop.upperBound
        // A loop may be shorter than the distance.
        if !isNear || frame < position { isArmed = true }
        position = frame
        guard isNear, isArmed, frame < loop.upperBound, passes.map({ repetition + 1 < $0 }) ?? true
        else { return false }
        isArmed = false
        repetition += 1
        return true
    }
}
