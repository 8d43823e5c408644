import Effects

/// The factor of the pitch of samplers and of the pace of clips, as of a tape that runs at another
/// speed: 1 is as recorded.
///
/// The audio thread's. The tempo of the music is not its: that is the speed of items.
struct VariSpeed: BitwiseCopyable {
    /// The factor at present.
    private(set) var factor: Double
    private var start: Double
    private var end: Double
    /// The frames of the line, and those that have passed; both 0 where nothing moves.
    private var frames = 0
    private var passed = 0

    @_noLocks
    init(_ factor: Double) { (self.factor, start, end) = (factor, factor, factor) }

    /// Whether it moves.
    var isMoving: Bool { @_noLocks get { frames > 0 } }

    /// The factor of pitch in cents.
    var cents: Float { @_noLocks get { Float(1_200 * Elementary.log2(factor)) } }

    /// Moves to another factor, evenly.
    ///
    /// - Parameters:
    ///   - target: The factor.
    ///   - length: The frames that it takes; 0 to be there at once.
    @_noLocks
    mutating func move(to target: Double, over length: Int) {
        (start, end) = (factor, target)
        (frames, passed) = (length, 0)
        if length <= 0 { advance(by: 0) }
    }

    /// Takes the factor for the next frames: that of their middle, so that as much is played in them as
    /// on a line.
    @_noLocks
    mutating func advance(by count: Int) {
        guard passed < frames else {
            factor = end
            (frames, passed) = (0, 0)
            return
        }
        let middle = min(Double(passed) + Double(count) / 2, Double(frames))
        factor = start + (end - start) * (middle / Double(frames))
        passed &+= count
    }
}
