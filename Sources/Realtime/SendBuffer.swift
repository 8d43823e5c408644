/// A fixed number of frames of the sends to a reverb and to a chorus.
package struct SendBuffer: ~Copyable {
    package var reverb: SampleBuffer
    package var chorus: SampleBuffer

    /// Makes a silent buffer.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameter capacity: How many frames fit.
    package init(capacity: Int) {
        reverb = SampleBuffer(capacity: capacity)
        chorus = SampleBuffer(capacity: capacity)
    }

    /// Silences the frames `start ..< end`.
    @_noLocks
    package mutating func clear(from start: Int, to end: Int) {
        reverb.clear(from: start, to: end)
        chorus.clear(from: start, to: end)
    }

    /// Adds the frames `start ..< end` of another buffer along gains.
    @_noLocks
    package mutating func add(
        _ other: borrowing SendBuffer,
        reverb reverbGain: GainRamp,
        chorus chorusGain: GainRamp,
        from start: Int,
        to end: Int
    ) {
        reverb.add(other.reverb, along: reverbGain, from: start, to: end)
        chorus.add(other.chorus, along: chorusGain, from: start, to: end)
    }
}
