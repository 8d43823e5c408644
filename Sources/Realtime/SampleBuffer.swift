/// A fixed number of samples of one channel.
///
/// Debug builds check every index.
@safe
package struct SampleBuffer: ~Copyable {
    /// For loops over whole spans, which a check of each index would slow down even where the
    /// compiler removes it, and for C; they check their range once.
    package let samples: UnsafeMutablePointer<Float>
    /// The number of samples that fit.
    package let capacity: Int

    /// Makes a silent buffer.
    ///
    /// Allocates: not for the audio thread.
    package init(capacity: Int) {
        self.capacity = capacity
        unsafe samples = .allocate(capacity: capacity)
        unsafe samples.initialize(repeating: 0, count: capacity)
    }

    deinit {
        unsafe samples.deallocate()
    }

    /// The sample of an index, 0 ..< ``capacity``.
    @inlinable
    package subscript(index: Int) -> Float {
        @_noLocks get {
            assert(index >= 0 && index < capacity, "index out of range")
            return unsafe samples[index]
        }
        @_noLocks set {
            assert(index >= 0 && index < capacity, "index out of range")
            unsafe samples[index] = newValue
        }
    }

    /// The memory of the frames `start ..< end`.
    @inlinable
    @_noLocks
    package func span(from start: Int, to end: Int) -> UnsafeMutablePointer<Float> {
        assert(start >= 0 && start <= end && end <= capacity, "frames out of range")
        return unsafe samples
    }

    /// Silences the frames `start ..< end`.
    @_noLocks
    package mutating func clear(from start: Int, to end: Int) {
        unsafe SampleLoops.clear(span(from: start, to: end) + start, count: end &- start)
    }

    /// Adds the frames `start ..< end` of another buffer at a gain.
    @_noLocks
    package mutating func add(
        _ other: borrowing SampleBuffer,
        gain: Float,
        from start: Int,
        to end: Int
    ) {
        unsafe SampleLoops.add(
            other.span(from: start, to: end) + start,
            gain: gain,
            to: span(from: start, to: end) + start,
            count: end &- start
        )
    }

    /// Adds the frames `start ..< end` of another buffer along a gain ramp.
    @_noLocks
    package mutating func add(
        _ other: borrowing SampleBuffer,
        along ramp: GainRamp,
        from start: Int,
        to end: Int
    ) {
        guard ramp.isMoving else {
            return add(other, gain: ramp.gain, from: start, to: end)
        }
        let samples = unsafe span(from: start, to: end)
        let added = unsafe other.span(from: start, to: end)
        var ramp = ramp
        for index in start..<end { unsafe samples[index] += added[index] * ramp.next() }
    }

    /// Multiplies the first frames by a gain.
    ///
    /// - Returns: The highest magnitude.
    @_noLocks
    package mutating func scale(by gain: Float, count: Int) -> Float {
        unsafe SampleLoops.scale(span(from: 0, to: count), by: gain, count: count)
    }

    /// Multiplies the frames `start ..< end` by a gain, which advances; 1 changes nothing.
    @_noLocks
    package mutating func scale(along ramp: inout GainRamp, from start: Int, to end: Int) {
        let samples = unsafe span(from: start, to: end)
        if ramp.isMoving {
            for index in start..<end { unsafe samples[index] *= ramp.next() }
        } else if ramp.gain != 1 {
            let gain = ramp.gain
            for index in start..<end { unsafe samples[index] *= gain }
        }
    }

    /// The sum of the squares of the first samples.
    @_noLocks
    package func energy(_ count: Int) -> Double {
        unsafe SampleLoops.energy(span(from: 0, to: count), count: count)
    }

    /// The highest magnitude of the frames `start ..< end`; that of what is not a number is higher
    /// than all others.
    @_noLocks
    package func peak(from start: Int, to end: Int) -> Float {
        unsafe SampleLoops.peak(span(from: start, to: end) + start, count: end &- start)
    }

    /// Copies `count` frames of another buffer from `start` on to `destination`.
    @_noLocks
    package mutating func copy(
        _ other: borrowing SampleBuffer,
        from start: Int,
        count: Int,
        to destination: Int
    ) {
        unsafe SampleLoops.copy(
            other.span(from: start, to: start &+ count) + start,
            to: span(from: destination, to: destination &+ count) + destination,
            count: count
        )
    }

    /// Moves `count` frames from `start` on to the front.
    @_noLocks
    package mutating func moveToFront(from start: Int, count: Int) {
        let source = unsafe span(from: start, to: start &+ count) + start
        unsafe SampleLoops.copy(source, to: samples, count: count)
    }

    /// Multiplies `count` frames from `start` on by the first factors of another buffer.
    @_noLocks
    package mutating func multiply(by factors: borrowing SampleBuffer, from start: Int, count: Int)
    {
        unsafe SampleLoops.multiply(
            span(from: start, to: start &+ count) + start,
            by: factors.span(from: 0, to: count),
            count: count
        )
    }

    /// Silences the samples of `start ..< end` that are infinite or not a number, which a broken
    /// instrument may give.
    @_noLocks
    package mutating func silenceWhatIsNotFinite(from start: Int, to end: Int) {
        guard !peak(from: start, to: end).isFinite else { return }
        for index in start..<end where !self[index].isFinite { self[index] = 0 }
    }

    /// Whether a sample of the first frames exceeds a level.
    @_noLocks
    package func exceeds(_ level: Float, count: Int) -> Bool {
        let samples = unsafe span(from: 0, to: count)
        for index in 0..<count where unsafe samples[index].magnitude > level { return true }
        return false
    }
}
