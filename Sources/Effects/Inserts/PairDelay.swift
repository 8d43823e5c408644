import Realtime

/// A delay of both sides, or of both sends, by a number of frames that does not change.
struct PairDelay: ~Copyable {
    /// The left side, then the right one.
    private let memory: SampleMemory
    /// The frames of the delay.
    let frames: Int
    private var place = 0
    /// The frames since something came in that could be heard.
    private var quietFrames: Int

    /// Makes a silent delay; one of 0 frames does nothing.
    ///
    /// Allocates: not for the audio thread.
    init(frames: Int) {
        memory = SampleMemory(count: 2 * frames)
        self.frames = frames
        quietFrames = frames
    }

    /// Silences it.
    @_noLocks
    mutating func reset() {
        memory.clear()
        quietFrames = frames
    }

    /// Whether it holds nothing but silence.
    var isSilent: Bool { @_noLocks get { quietFrames >= frames } }

    /// Puts the frames of some time ago in the place of those that come in.
    @_noLocks
    mutating func process(_ pair: InsertPair) {
        guard frames > 0 else { return }
        // By their bits: what is not zero is passed on, however quiet.
        quietFrames = pair.isAudible ? 0 : quietFrames &+ pair.count
        let left = unsafe memory.samples(from: 0, count: frames)
        let right = unsafe memory.samples(from: frames, count: frames)
        for frame in 0..<pair.count {
            let (oldLeft, oldRight) = unsafe (left[place], right[place])
            unsafe left[place] = pair.left[frame]
            unsafe right[place] = pair.right[frame]
            unsafe pair.left[frame] = oldLeft
            unsafe pair.right[frame] = oldRight
            place = place &+ 1 == frames ? 0 : place &+ 1
        }
    }
}
