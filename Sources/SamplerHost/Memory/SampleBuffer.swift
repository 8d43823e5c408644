/// A fixed number of samples of one channel.
///
/// Debug builds check every index.
@safe
struct SampleBuffer: ~Copyable {
    /// For loops over whole spans, which a check of each index would slow down even where the
    /// compiler removes it, and for C; they check their range once.
    let samples: UnsafeMutablePointer<Float>
    /// The number of samples that fit.
    let capacity: Int

    /// Makes a silent buffer.
    ///
    /// Allocates: not for the audio thread.
    init(capacity: Int) {
        self.capacity = capacity
        unsafe samples = .allocate(capacity: capacity)
        unsafe samples.initialize(repeating: 0, count: capacity)
    }

    deinit {
        unsafe samples.deallocate()
    }

    /// The sample of an index, 0 ..< ``capacity``.
    subscript(index: Int) -> Float {
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
    @_noLocks
    func span(from start: Int, to end: Int) -> UnsafeMutablePointer<Float> {
        assert(start >= 0 && start <= end && end <= capacity, "frames out of range")
        return unsafe samples
    }

    /// Silences the frames `start ..< end`.
    @_noLocks
    mutating func clear(from start: Int, to end: Int) {
        let samples = unsafe span(from: start, to: end)
        for index in start..<end { unsafe samples[index] = 0 }
    }

    /// Adds the frames `start ..< end` of another buffer at a gain.
    @_noLocks
    mutating func add(_ other: borrowing SampleBuffer, gain: Float, from start: Int, to end: Int) {
        let samples = unsafe span(from: start, to: end)
        let added = unsafe other.span(from: start, to: end)
        for index in start..<end { unsafe samples[index] += added[index] * gain }
    }

    /// Adds the frames `start ..< end` of another buffer along a gain ramp.
    @_noLocks
    mutating func add(
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
    mutating func scale(by gain: Float, count: Int) -> Float {
        let samples = unsafe span(from: 0, to: count)
        // Magnitudes order as their bits do, and integers have a vector maximum.
        var peak: Int32 = 0
        for index in 0..<count {
            let sample = unsafe samples[index] * gain
            unsafe samples[index] = sample
            peak = max(peak, Int32(bitPattern: sample.bitPattern & 0x7FFF_FFFF))
        }
        return Float(bitPattern: UInt32(bitPattern: peak))
    }

    /// Multiplies the frames `start ..< end` by a gain, which moves on; 1 changes nothing.
    @_noLocks
    mutating func scale(along ramp: inout GainRamp, from start: Int, to end: Int) {
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
    func energy(_ count: Int) -> Double {
        let samples = unsafe span(from: 0, to: count)
        var energy = 0.0
        var index = 0
        while index < count {
            // Four sums at a time, which a vector holds; added up before they lose precision.
            let end = min(count, index &+ 256)
            var sum0: Float = 0
            var sum1: Float = 0
            var sum2: Float = 0
            var sum3: Float = 0
            while index &+ 4 <= end {
                sum0 += unsafe samples[index] * samples[index]
                sum1 += unsafe samples[index &+ 1] * samples[index &+ 1]
                sum2 += unsafe samples[index &+ 2] * samples[index &+ 2]
                sum3 += unsafe samples[index &+ 3] * samples[index &+ 3]
                index &+= 4
            }
            while index < end {
                sum0 += unsafe samples[index] * samples[index]
                index &+= 1
            }
            energy += Double((sum0 + sum1) + (sum2 + sum3))
        }
        return energy
    }

    /// The highest magnitude of the frames `start ..< end`; that of what is not a number is higher
    /// than all others.
    @_noLocks
    func peak(from start: Int, to end: Int) -> Float {
        let samples = unsafe span(from: start, to: end)
        // Magnitudes order as their bits do, and integers have a vector maximum.
        var peak: Int32 = 0
        for index in start..<end {
            peak = unsafe max(peak, Int32(bitPattern: samples[index].bitPattern & 0x7FFF_FFFF))
        }
        return Float(bitPattern: UInt32(bitPattern: peak))
    }

    /// Copies `count` frames of another buffer from `start` on to `destination`.
    @_noLocks
    mutating func copy(
        _ other: borrowing SampleBuffer,
        from start: Int,
        count: Int,
        to destination: Int
    ) {
        let source = unsafe other.span(from: start, to: start &+ count) + start
        let target = unsafe span(from: destination, to: destination &+ count) + destination
        for index in 0..<count { unsafe target[index] = source[index] }
    }

    /// Moves `count` frames from `start` on to the front.
    @_noLocks
    mutating func moveToFront(from start: Int, count: Int) {
        let source = unsafe span(from: start, to: start &+ count) + start
        for index in 0..<count { unsafe samples[index] = source[index] }
    }

    /// Multiplies `count` frames from `start` on by the first factors of another buffer.
    @_noLocks
    mutating func multiply(by factors: borrowing SampleBuffer, from start: Int, count: Int) {
        let samples = unsafe span(from: start, to: start &+ count) + start
        let factors = unsafe factors.span(from: 0, to: count)
        for index in 0..<count { unsafe samples[index] *= factors[index] }
    }

    /// Silences the samples of `start ..< end` that are infinite or not a number, which a broken
    /// instrument may give.
    @_noLocks
    mutating func silenceWhatIsNotFinite(from start: Int, to end: Int) {
        guard !peak(from: start, to: end).isFinite else { return }
        for index in start..<end where !self[index].isFinite { self[index] = 0 }
    }

    /// Whether a sample of the first frames exceeds a level.
    @_noLocks
    func exceeds(_ level: Float, count: Int) -> Bool {
        let samples = unsafe span(from: 0, to: count)
        for index in 0..<count where unsafe samples[index].magnitude > level { return true }
        return false
    }
}
