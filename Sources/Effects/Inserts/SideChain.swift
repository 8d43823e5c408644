package import Realtime

/// The level of other sound, which decides on the gain of a compressor or a gate instead of the sound
/// that goes through it: of each frame the louder side, as late as that sound.
///
/// The audio thread's.
package struct SideChain: ~Copyable {
    /// A ring of the last levels.
    private let ring: SampleMemory
    private let mask: Int
    /// The number of frames that have been written.
    private var position = 0
    /// The frames since a level was written that is not zero.
    private var quietFrames: Int
    /// The levels for the frames of the current period.
    private let levels: SampleMemory
    /// The sum of the sounds in the current span.
    private var sum: StereoBuffer
    /// The frames by which the levels can be late.
    package let capacity: Int

    /// Makes a silent side chain.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - capacity: The most frames by which the levels are late.
    ///   - maximumPeriod: The most frames of a period.
    init(capacity: Int, maximumPeriod: Int) {
        var frames = 64
        while frames < capacity + maximumPeriod { frames *= 2 }
        ring = SampleMemory(count: frames)
        mask = frames - 1
        quietFrames = frames
        levels = SampleMemory(count: maximumPeriod)
        sum = StereoBuffer(capacity: maximumPeriod)
        self.capacity = capacity
    }

    /// Begins the frames `start ..< end` with silence.
    @_noLocks
    package mutating func begin(from start: Int, to end: Int) {
        sum.clear(from: start, to: end)
    }

    /// Adds a sound to these frames.
    @_noLocks
    package mutating func add(_ sound: borrowing StereoBuffer, from start: Int, to end: Int) {
        var unity = GainRamp(1)
        sum.add(sound, gain: &unity, from: start, to: end)
    }

    /// Ends these frames: their levels are there after a delay.
    @_noLocks
    package mutating func end(from start: Int, to end: Int, delay: Int) {
        let ring = unsafe ring.samples(from: 0, count: mask &+ 1)
        for frame in start..<end {
            let level = sum.magnitude(of: frame)
            // Nothing that is not finite gets in.
            unsafe ring[(position &+ frame &- start) & mask] = level < .infinity ? level : 0
            quietFrames = level > 0 ? 0 : quietFrames &+ 1
        }
        let levels = unsafe levels.samples(from: 0, count: end)
        let first = position &- min(delay, capacity)
        for frame in start..<end {
            unsafe levels[frame] = ring[(first &+ frame &- start) & mask]
        }
        position &+= end &- start
    }

    /// Whether there is nothing in it but silence.
    package var isSilent: Bool { @_noLocks get { quietFrames > mask } }

    /// Silences it.
    @_noLocks
    mutating func clear() {
        ring.clear()
        quietFrames = mask &+ 1
    }

    /// The levels for frames of the current period.
    @_noLocks
    @unsafe
    func levels(from start: Int, count: Int) -> UnsafeMutablePointer<Float> {
        unsafe levels.samples(from: start, count: count)
    }

    /// Whether a level for some frames of the current period is not zero.
    @_noLocks
    func isAudible(from start: Int, count: Int) -> Bool {
        guard !isSilent else { return false }
        return unsafe SilenceWatch.isAudible(levels(from: start, count: count), count: count)
    }
}
