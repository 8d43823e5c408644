import Effects

/// The factor of the pitch of samplers and of the pace of clips, as of a tape that runs at another
/// speed: 1 is as recorded.
///
/// The audio thread's. The tempo of the music is not its: that is the speed of items.
struct VariSpeed: BitwiseCopyable {
    /// The factor at present.
    private(set) var factor: Double
    /// The same in cents of pitch.
    private(set) var cents: Float
    private var start: Double
    private var end: Double
    /// An engine frame, and the frames that had been played until then, as recorded.
    private var anchor = (frame: Int64(0), played: 0.0)
    /// The frames of the line, and those that have passed; both 0 where nothing moves.
    private var frames = 0
    private var passed = 0

    @_noLocks
    init(_ factor: Double) {
        (self.factor, start, end) = (factor, factor, factor)
        cents = Self.cents(factor)
    }

    /// The frames that have been played until an engine frame, as recorded: the length of tape.
    @_noLocks
    func played(until frame: Int64) -> Double {
        anchor.played + Double(frame &- anchor.frame) * factor
    }

    /// Whether it moves.
    var isMoving: Bool { @_noLocks get { frames > 0 } }

    @_noLocks
    private static func cents(_ factor: Double) -> Float {
        Float(1_200 * Elementary.log2(factor))
    }

    /// Moves to another factor, evenly.
    ///
    /// - Parameters:
    ///   - target: The factor.
    ///   - length: The frames that it takes; 0 to be there at once.
    ///   - frame: The engine frame.
    @_noLocks
    mutating func move(to target: Double, over length: Int, atFrame frame: Int64) {
        (start, end) = (factor, target)
        (frames, passed) = (length, 0)
        if length <= 0 { advance(by: 0, atFrame: frame) }
    }

    /// Takes the factor for the next frames: that of their middle, so that as much is played in them as
    /// on a line.
    ///
    /// - Parameters:
    ///   - count: The frames.
    ///   - frame: The engine frame with which they begin.
    @_noLocks
    mutating func advance(by count: Int, atFrame frame: Int64) {
        anchor = (frame, played(until: frame))
        guard passed < frames else {
            factor = end
            cents = Self.cents(end)
            (frames, passed) = (0, 0)
            return
        }
        let middle = min(Double(passed) + Double(count) / 2, Double(frames))
        factor = start + (end - start) * (middle / Double(frames))
        cents = Self.cents(factor)
        passed &+= count
    }
}
