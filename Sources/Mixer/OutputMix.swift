import Effects
package import Realtime

/// The mix on a pair of output channels after the first, with a limiter of its own.
///
/// Its limiter looks ahead as far as the master's, so all pairs are aligned to the frame; a peak on
/// one pair turns no other down. While nothing is added and the limiter has nothing left to give,
/// the pair is silent and costs nothing. The audio thread's.
package struct OutputMix: ~Copyable {
    /// The mix of the current period.
    package var sound: StereoBuffer
    private var limiter: Limiter
    /// The effects before the gain of the master.
    var inserts = InsertSlot()
    private let capacity: Int
    /// Whether there is silence, in ``sound`` and in the limiter.
    package private(set) var isSilent = true
    /// Whether something has been added in the current period.
    private var isAwake = false
    /// Frames since the last period in which something was added.
    private var idleFrames = 0

    /// Makes a silent mix.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameter settings: The rate, the maximum period and the limiter.
    package init(_ settings: MixSettings) {
        sound = StereoBuffer(capacity: settings.maximumPeriod)
        capacity = settings.maximumPeriod
        limiter = Limiter(
            rate: settings.rate,
            maximumFrames: settings.maximumPeriod,
            isOn: settings.limiter
        )
    }

    /// Begins a period: silence, to which strips are added.
    @_noLocks
    package mutating func begin(_ frames: Int) {
        if !isSilent { sound.clear(from: 0, to: frames) }
    }

    /// Notes that something is added to the current period.
    @_noLocks
    package mutating func wake() {
        isSilent = false
        isAwake = true
    }

    // MARK: Inserts

    /// The last of the frames `start ..< end` that is heard and goes into inserts with echoes; −1 for
    /// none.
    @_noLocks
    mutating func lastEchoed(from start: Int, to end: Int) -> Int {
        isSilent ? -1 : inserts.lastEchoed(sound, from: start, to: end)
    }

    /// Sends a span through the inserts.
    @_noLocks
    mutating func runInserts(_ noSends: inout SendBuffer, from start: Int, to end: Int) {
        guard !inserts.isEmpty else { return }
        guard !isSilent || inserts.isBusy else { return inserts.skip(end &- start) }
        // What rings in the inserts is to leave the limiter too.
        if inserts.isBusy { wake() }
        inserts.begin(&sound, &noSends, from: start, to: end)
        inserts.process(&sound, &noSends, from: start, to: end)
    }

    /// Multiplies the first frames by a gain.
    ///
    /// - Returns: The highest magnitude.
    @_noLocks
    package mutating func scale(by gain: Float, _ frames: Int) -> Float {
        isSilent ? 0 : sound.scale(by: gain, count: frames)
    }

    /// Multiplies a frame by a factor.
    @_noLocks
    package mutating func scale(frame: Int, by factor: Float) {
        guard !isSilent else { return }
        sound.left[frame] *= factor
        sound.right[frame] *= factor
    }

    /// The magnitude of a frame.
    @_noLocks
    package func magnitude(of frame: Int) -> Float { isSilent ? 0 : sound.magnitude(of: frame) }

    /// Adds the frames `start ..< end` to a sound.
    ///
    /// Mutating, although it changes nothing here: to the compiler, a borrowed element of the mixer's
    /// array overlaps with the mixer's other buffers.
    @_noLocks
    package mutating func add(to other: inout StereoBuffer, from start: Int, to end: Int) {
        guard !isSilent else { return }
        var unity = GainRamp(1)
        other.add(sound, gain: &unity, from: start, to: end)
    }

    /// Silences the mix from a frame on.
    @_noLocks
    package mutating func clear(from start: Int, to end: Int) {
        if !isSilent { sound.clear(from: start, to: end) }
    }

    /// Limits the mix, as ``Mixer/limit(_:)`` does.
    @_noLocks
    package mutating func limit(_ frames: Int) {
        guard !isSilent else { return }
        limiter.process(&sound, frames: frames)
        idleFrames = isAwake ? 0 : idleFrames &+ frames
        isAwake = false
        // The frames that were added last have left the limiter by then, and those in it are
        // silence.
        if idleFrames >= max(limiter.latency, 1), !limiter.isReducing {
            isSilent = true
            sound.clear(from: 0, to: capacity)
        }
    }

    /// Puts silence in place of the frames that are not due yet.
    @_noLocks
    package mutating func forgetDelayedFrames() {
        limiter.forget()
        inserts.forgetDelayedFrames()
    }

    /// The lowest factor of the limiter since the last call; 1 where nothing was reduced.
    @_noLocks
    package mutating func takeLowestGain() -> Float { limiter.takeLowestGain() }

    /// The frames that the limiter has reduced.
    package var reducedFrames: Int64 { @_noLocks get { limiter.reducedFrames } }

    /// The highest magnitude of the first frames.
    @_noLocks
    package func peak(_ frames: Int) -> Float {
        guard !isSilent else { return 0 }
        let left = sound.left.peak(from: 0, to: frames)
        let right = sound.right.peak(from: 0, to: frames)
        // By their bits: what is not a number stays the highest.
        return left.bitPattern > right.bitPattern ? left : right
    }
}
