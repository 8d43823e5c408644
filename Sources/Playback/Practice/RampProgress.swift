public import Sequencer

/// The repetitions that were played of a ramp of speeds.
public struct RampProgress: Hashable, Sendable {
    /// The time at which the next repetition is due.
    enum Due {
        /// At the end of the present pass, which is near.
        case ahead
        /// It has begun already.
        case late
    }

    /// The ramp.
    public let ramp: SpeedRamp
    /// The number of the repetition that plays, or is due, from 0.
    public private(set) var repetition = 0
    /// The number of the pass that it is; `nil` for the one that is observed next.
    private var pass: Int64?

    /// Makes the progress of a ramp that begins.
    public init(_ ramp: SpeedRamp) { self.ramp = ramp }

    /// The speed of the repetition that plays, or is due.
    public var speed: Speed { ramp.speed(ofRepetition: repetition) }

    /// Begins anew.
    mutating func begin() {
        repetition = 0
        pass = nil
    }

    /// Notes that passes are counted anew, and the repetition stays.
    mutating func forgetPass() { pass = nil }

    /// Notes the position of playing.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - loop: The nominal frames that are repeated.
    ///   - lookahead: The distance from the end of the loop at which the next repetition is due.
    /// - Returns: Whether the next repetition is due; `nil` if it is not.
    mutating func observe(
        _ position: PracticePosition,
        in loop: Range<Int64>,
        lookahead: Int64
    ) -> Due? {
        let isNear =
            position.frame + lookahead >= loop.upperBound && position.frame < loop.upperBound
            && position.repeats != 0
        let due = isNear ? position.pass + 1 : position.pass
        let known = min(pass ?? position.pass, position.pass + 1)
        pass = max(due, known)
        guard due > known else { return nil }
        repetition += Int(due - known)
        return isNear ? .ahead : .late
    }
}
