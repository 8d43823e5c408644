import Realtime

/// A second fader, pan and sends of a strip, behind its own: those that move with the music.
///
/// The audio thread's.
struct StripAutomation: BitwiseCopyable {
    /// The values to which it moves, in the lanes of ``StripLevels``.
    private var next = StripLevels()
    private var left = GainRamp(1)
    private var right = GainRamp(1)
    private var reverb = GainRamp(1)
    private var chorus = GainRamp(1)
    /// Whether it does something.
    private(set) var isOn = false
    /// The tuning before the last values, and whether they have changed it.
    private var lastTuning: Float = 0
    private(set) var isRetuned = false

    @_noLocks
    init() {}

    /// The transposition and fine tuning in cents.
    var tuning: Float { @_noLocks get { next.tuning } }

    /// Forgets the values to come: those that nothing sets are as without automation.
    @_noLocks
    mutating func begin() { next = StripLevels() }

    /// Sets a value to come.
    @_noLocks
    mutating func set(_ lane: Int, to value: Float) { next.values[lane] = value }

    /// Moves to the values.
    ///
    /// - Parameter frames: The frames that it takes; 0 to be there at once.
    @_noLocks
    mutating func move(over frames: Int) {
        let levels = next.passing(next.values)
        isRetuned = tuning != lastTuning
        lastTuning = tuning
        if frames > 0 {
            left.move(to: levels.left, frames: frames)
            right.move(to: levels.right, frames: frames)
            reverb.move(to: levels.reverb, frames: frames)
            chorus.move(to: levels.chorus, frames: frames)
        } else {
            left = GainRamp(levels.left)
            right = GainRamp(levels.right)
            reverb = GainRamp(levels.reverb)
            chorus = GainRamp(levels.chorus)
        }
        isOn =
            left.isMoving || right.isMoving || reverb.isMoving || chorus.isMoving
            || levels.left != 1 || levels.right != 1 || levels.reverb != 1 || levels.chorus != 1
            || tuning != 0
    }

    /// Applies the gains to the frames `start ..< end`.
    @_noLocks
    mutating func apply(
        to sound: inout StereoBuffer,
        _ sends: inout SendBuffer,
        from start: Int,
        to end: Int
    ) {
        sends.reverb.scale(along: &reverb, from: start, to: end)
        sends.chorus.scale(along: &chorus, from: start, to: end)
        apply(to: &sound, from: start, to: end)
    }

    /// Applies the gains of the sides to the frames `start ..< end`.
    @_noLocks
    mutating func apply(to sound: inout StereoBuffer, from start: Int, to end: Int) {
        sound.left.scale(along: &left, from: start, to: end)
        sound.right.scale(along: &right, from: start, to: end)
    }

    /// Passes over frames of silence.
    @_noLocks
    mutating func advance(by frames: Int) {
        left.advance(by: frames)
        right.advance(by: frames)
        reverb.advance(by: frames)
        chorus.advance(by: frames)
    }
}
