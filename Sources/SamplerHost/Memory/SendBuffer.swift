/// A fixed number of frames of what goes to a reverb and to a chorus.
struct SendBuffer: ~Copyable {
    var reverb: SampleBuffer
    var chorus: SampleBuffer

    /// Makes a silent buffer.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameter capacity: How many frames fit.
    init(capacity: Int) {
        reverb = SampleBuffer(capacity: capacity)
        chorus = SampleBuffer(capacity: capacity)
    }

    /// Silences the frames `start ..< end`.
    @_noLocks
    mutating func clear(from start: Int, to end: Int) {
        reverb.clear(from: start, to: end)
        chorus.clear(from: start, to: end)
    }

    /// Adds the frames `start ..< end` of another buffer along a gain.
    @_noLocks
    mutating func add(
        _ other: borrowing SendBuffer,
        gain ramp: GainRamp,
        from start: Int,
        to end: Int
    ) {
        guard ramp.isMoving else {
            reverb.add(other.reverb, gain: ramp.gain, from: start, to: end)
            chorus.add(other.chorus, gain: ramp.gain, from: start, to: end)
            return
        }
        reverb.add(other.reverb, along: ramp, from: start, to: end)
        chorus.add(other.chorus, along: ramp, from: start, to: end)
    }
}
