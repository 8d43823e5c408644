package import Realtime

/// Delays a sound and its sends by a number of frames, as others are delayed by their inserts.
///
/// The audio thread's.
package struct AlignmentDelay: ~Copyable {
    private var sides: PairDelay
    private var sent: PairDelay

    /// Makes a silent delay.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameter frames: The frames; with 0 it does nothing.
    package init(frames: Int) {
        sides = PairDelay(frames: frames)
        sent = PairDelay(frames: frames)
    }

    /// The frames by which it delays.
    package var frames: Int { @_noLocks get { sides.frames } }

    /// Whether it holds sound.
    package var isAwake: Bool {
        @_noLocks get { frames > 0 && !(sides.isSilent && sent.isSilent) }
    }

    /// Silences it.
    @_noLocks
    package mutating func reset() {
        sides.reset()
        sent.reset()
    }

    /// Delays the frames `start ..< end`.
    @_noLocks
    package mutating func process(
        _ sound: inout StereoBuffer,
        _ sends: inout SendBuffer,
        from start: Int,
        to end: Int
    ) {
        guard frames > 0 else { return }
        unsafe sides.process(
            InsertPair(
                left: sound.left.span(from: start, to: end) + start,
                right: sound.right.span(from: start, to: end) + start,
                count: end &- start
            )
        )
        unsafe sent.process(
            InsertPair(
                left: sends.reverb.span(from: start, to: end) + start,
                right: sends.chorus.span(from: start, to: end) + start,
                count: end &- start
            )
        )
    }
}
