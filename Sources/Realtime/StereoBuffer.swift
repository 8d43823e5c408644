/// A fixed number of frames of two channels.
package struct StereoBuffer: ~Copyable {
    package var left: SampleBuffer
    package var right: SampleBuffer

    /// Makes a silent buffer.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameter capacity: How many frames fit.
    package init(capacity: Int) {
        left = SampleBuffer(capacity: capacity)
        right = SampleBuffer(capacity: capacity)
    }

    /// Silences the frames `start ..< end`.
    @_noLocks
    package mutating func clear(from start: Int, to end: Int) {
        left.clear(from: start, to: end)
        right.clear(from: start, to: end)
    }

    /// Adds the frames `start ..< end` of another buffer, and advances the gain.
    @_noLocks
    package mutating func add(
        _ other: borrowing StereoBuffer,
        gain ramp: inout GainRamp,
        from start: Int,
        to end: Int
    ) {
        left.add(other.left, along: ramp, from: start, to: end)
        right.add(other.right, along: ramp, from: start, to: end)
        ramp.advance(by: end &- start)
    }

    /// The higher magnitude of a frame.
    @inlinable
    @_noLocks
    package func magnitude(of frame: Int) -> Float {
        max(left[frame].magnitude, right[frame].magnitude)
    }

    /// Copies `count` frames of another buffer from `start` on to `destination`.
    @_noLocks
    package mutating func copy(
        _ other: borrowing StereoBuffer,
        from start: Int,
        count: Int,
        to destination: Int
    ) {
        left.copy(other.left, from: start, count: count, to: destination)
        right.copy(other.right, from: start, count: count, to: destination)
    }

    /// Moves `count` frames from `start` on to the front.
    @_noLocks
    package mutating func moveToFront(from start: Int, count: Int) {
        left.moveToFront(from: start, count: count)
        right.moveToFront(from: start, count: count)
    }

    /// Multiplies `count` frames from `start` on by the first factors of a buffer.
    @_noLocks
    package mutating func multiply(by factors: borrowing SampleBuffer, from start: Int, count: Int)
    {
        left.multiply(by: factors, from: start, count: count)
        right.multiply(by: factors, from: start, count: count)
    }

    /// Silences the samples of `start ..< end` that are infinite or not a number.
    @_noLocks
    package mutating func silenceWhatIsNotFinite(from start: Int, to end: Int) {
        left.silenceWhatIsNotFinite(from: start, to: end)
        right.silenceWhatIsNotFinite(from: start, to: end)
    }

    /// Multiplies the first frames by a gain.
    ///
    /// - Returns: The highest magnitude.
    @_noLocks
    package mutating func scale(by gain: Float, count: Int) -> Float {
        let leftPeak = left.scale(by: gain, count: count)
        let rightPeak = right.scale(by: gain, count: count)
        // By their bits, as `scale` does: what is not a number stays the highest.
        return leftPeak.bitPattern > rightPeak.bitPattern ? leftPeak : rightPeak
    }

    /// The last of the frames `start ..< end` that exceeds a level; −1 for none.
    @_noLocks
    package func lastFrame(above level: Float, from start: Int, to end: Int) -> Int {
        var frame = end &- 1
        while frame >= start {
            if magnitude(of: frame) > level { return frame }
            frame &-= 1
        }
        return -1
    }

    /// Whether a sample of the first frames exceeds a level.
    @_noLocks
    package func exceeds(_ level: Float, count: Int) -> Bool {
        left.exceeds(level, count: count) || right.exceeds(level, count: count)
    }
}
