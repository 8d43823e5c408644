import CVoices
import Realtime

/// The position of a voice in its sample.
struct SampleCursor: BitwiseCopyable {
    private var sample: SampleRecord
    /// The first frame that is played.
    private(set) var start = 0
    /// The last one.
    private(set) var last = 0
    private(set) var loopStart = 0
    private(set) var loopEnd = 0
    /// Whether the frames between `loopStart` and `loopEnd` are repeated.
    var isLooping = false
    /// How often it still returns to the loop's start; `Int.max` for any number of times.
    private var repeats = Int.max
    /// Whether positions are counted from the sample's last frame, backward.
    var isReversed = false
    /// Whether it has returned to the loop's start.
    private(set) var hasLooped = false
    /// The position, with 32 bits for the part of a frame.
    private var phase: UInt64 = 0
    /// The distance between the positions of two frames.
    var step: UInt64 = 1 << 32

    /// The most frames around a position that any interpolation uses.
    private static var reach: (before: Int, behind: Int) {
        @_noLocks get { Interpolation.sinc32.reach }
    }

    /// The frames that fit into the memory for a run.
    static var scratch: Int { @_noLocks get { 1_024 } }

    /// Takes a sample.
    @_noLocks
    init(_ sample: SampleRecord) { self.sample = sample }

    /// Sets the frames that are played; what is outside of the sample is moved into it.
    ///
    /// - Returns: Whether the loop can be played: one of fewer than `least` frames cannot.
    @_noLocks
    mutating func setBounds(
        start: Int,
        end: Int,
        loopStart: Int,
        loopEnd: Int,
        least: Int
    ) -> Bool {
        let most = sample.count &- 1
        let (one, other) = (max(0, min(start, most)), max(0, min(most &+ end, most)))
        (self.start, last) = (min(one, other), max(one, other))
        let first = max(0, min(sample.loopStart &+ loopStart, sample.count))
        let second = max(0, min(sample.loopEnd &+ loopEnd, sample.count))
        (self.loopStart, self.loopEnd) = (min(first, second), max(first, second))
        return self.loopEnd &- self.loopStart >= least
    }

    /// Sets the frames that are played, and goes to the first.
    ///
    /// - Parameters:
    ///   - start: The first frame.
    ///   - end: The frame behind the last; that of the sample at most.
    ///   - loop: The looped frames; `nil` for none. One of fewer than two frames is none.
    ///   - repeats: How often it returns to the loop's start; `Int.max` for any number of times.
    /// - Returns: Whether there is a frame to play.
    @_noLocks
    mutating func setFrames(
        from start: Int,
        to end: Int,
        loop: (start: Int, end: Int)?,
        repeats: Int
    ) -> Bool {
        self.start = max(0, start)
        last = min(sample.count, end) &- 1
        isLooping = false
        if let loop {
            loopStart = max(0, min(loop.start, sample.count))
            loopEnd = min(loop.end, sample.count)
            isLooping = loopEnd &- loopStart >= 2 && repeats > 0
            self.repeats = repeats
            if isLooping, self.start >= loopEnd {
                self.start = loopStart &+ (self.start &- loopStart) % (loopEnd &- loopStart)
            }
        }
        rewind()
        return isLooping || self.start <= last
    }

    /// The same position in another sample of as many frames.
    @_noLocks
    mutating func moved(to sample: SampleRecord) -> SampleCursor {
        var other = self
        other.sample = sample
        return other
    }

    /// Goes to the first frame.
    @_noLocks
    mutating func rewind() {
        phase = UInt64(truncatingIfNeeded: start) << 32
        hasLooped = false
    }

    /// Whether the sample is over.
    var hasEnded: Bool {
        @_noLocks get { !isLooping && Int(truncatingIfNeeded: phase >> 32) > last }
    }

    /// Notes that the sample is played.
    ///
    /// - Parameter now: The time in nanoseconds.
    /// - Returns: Whether frames of it are still to be written.
    @_noLocks
    func use(at now: Int64) -> Bool {
        sample.markUse(at: now)
        return sample.playableCount < sample.count
    }

    /// Notes that the voice ends because frames are missing.
    @_noLocks
    func markStarved() { sample.markStarved() }

    /// Whether all that the next blocks play has been written.
    @_noLocks
    mutating func canPlay(blocks: Int) -> Bool {
        let playable = sample.playableCount
        guard playable < sample.count else { return true }
        // The frames that are written last come first.
        guard !isReversed else { return false }
        let frames = UInt64(truncatingIfNeeded: blocks &* Block.frames &+ 1)
        let (distance, isFar) = frames.multipliedReportingOverflow(by: step)
        guard !isFar, distance < 1 << 62 else { return false }
        let end = Int(truncatingIfNeeded: (phase &+ distance) >> 32) &+ Self.reach.behind &+ 2
        return min(end, isLooping && repeats == .max ? loopEnd : last &+ 1) <= playable
    }

    /// Moves by some frames of the output.
    ///
    /// - Returns: Whether the sample continues after that.
    @_noLocks
    mutating func skip(_ frames: Int) -> Bool {
        let (distance, overflow) = step.multipliedReportingOverflow(by: UInt64(frames))
        guard !overflow, distance < 1 << 62 else { return isLooping }
        phase &+= distance
        var index = Int(truncatingIfNeeded: phase >> 32)
        if isLooping, index >= loopEnd {
            let turns = turns(to: index)
            index &-= turns &* (loopEnd &- loopStart)
            if repeats != .max {
                repeats &-= turns
                isLooping = repeats > 0
            }
            phase = UInt64(truncatingIfNeeded: index) << 32 | phase & 0xFFFF_FFFF
            hasLooped = true
        }
        return isLooping || index <= last
    }

    /// Computes a block.
    ///
    /// - Parameters:
    ///   - output: The memory of the block; what follows the sample's end is 0.
    ///   - scratch: Memory for ``scratch`` frames of 32 bits.
    ///   - amplitude: The amplitude at the first frame.
    ///   - ramp: Its change per frame.
    ///   - mask: The bits of a part of a frame that count.
    ///   - interpolation: The way from points to frames.
    ///   - table: Its factors, where it has some.
    ///   - kernels: The loops.
    /// - Returns: The number of frames before the end.
    @_noLocks
    mutating func play(
        to output: UnsafeMutablePointer<Float>,
        scratch: UnsafeMutableRawPointer,
        amplitude: Float,
        ramp: Float,
        mask: UInt32,
        by interpolation: Interpolation,
        _ table: UnsafePointer<Float>?,
        with kernels: KernelSet
    ) -> Int {
        var done = 0
        while done < Block.frames {
            var count = min(Block.frames &- done, most)
            if !isLooping || repeats != .max {
                // The last turn does not go back, so a run ends with each.
                let end = UInt64(truncatingIfNeeded: isLooping ? loopEnd : last &+ 1) << 32
                guard phase < end else { break }
                if phase &+ UInt64(truncatingIfNeeded: count) &* step >= end {
                    count = min(count, Int(truncatingIfNeeded: (end &- 1 &- phase) / step) &+ 1)
                }
            }
            unsafe run(
                to: output + done,
                scratch: scratch,
                voices_run(
                    frames: sample.words,
                    floats: sample.floats,
                    table: table,
                    phase: phase,
                    step: step,
                    mask: mask,
                    amplitude: amplitude,
                    ramp: ramp,
                    first: Int32(truncatingIfNeeded: done),
                    count: Int32(truncatingIfNeeded: count)
                ),
                by: interpolation,
                with: kernels
            )
            done &+= count
            guard skip(count) else { break }
        }
        for frame in done..<Block.frames { unsafe output[frame] = 0 }
        return done
    }

    /// The most frames of a run whose points fit into the memory.
    private var most: Int {
        @_noLocks mutating get {
            let around = Self.reach.before &+ Self.reach.behind &+ 4
            let room = UInt64(truncatingIfNeeded: Self.scratch &- around) << 32
            guard step > room / 64 else { return Block.frames }
            return max(1, Int(truncatingIfNeeded: room / step))
        }
    }

    @_noLocks
    private mutating func run(
        to output: UnsafeMutablePointer<Float>,
        scratch: UnsafeMutableRawPointer,
        _ run: voices_run,
        by interpolation: Interpolation,
        with kernels: KernelSet
    ) {
        var run = unsafe run
        let (before, behind) = interpolation.reach
        let first = Int(truncatingIfNeeded: phase >> 32) &- before
        let distance = unsafe UInt64(truncatingIfNeeded: run.count &- 1) &* step
        let end = Int(truncatingIfNeeded: (phase &+ distance) >> 32) &+ behind &+ 1
        let isPlain =
            !isReversed && first >= (hasLooped ? loopStart : start)
            && end <= (isLooping ? loopEnd : last &+ 1)
        if !isPlain {
            // The points of the run in one piece, as they follow each other.
            if let words = unsafe run.frames {
                let memory = unsafe scratch.assumingMemoryBound(to: Int16.self)
                unsafe copy(words, to: memory, from: first, count: end &- first)
                unsafe run.frames = UnsafePointer(memory) + before
            } else if let floats = unsafe run.floats {
                let memory = unsafe scratch.assumingMemoryBound(to: Float.self)
                unsafe copy(floats, to: memory, from: first, count: end &- first)
                unsafe run.floats = UnsafePointer(memory) + before
            }
            unsafe run.phase = phase & 0xFFFF_FFFF
        }
        unsafe kernels.interpolate(run, by: interpolation, to: output)
    }

    /// Copies points in the order in which they are played.
    @_noLocks
    private mutating func copy(
        _ frames: UnsafePointer<Int16>,
        to memory: UnsafeMutablePointer<Int16>,
        from first: Int,
        count: Int
    ) {
        var done = 0
        while done < count {
            let piece = self.piece(at: first &+ done, most: count &- done)
            let (source, output) = unsafe (frames + place(of: piece.first), memory + done)
            if isReversed {
                for index in 0..<piece.count { unsafe output[index] = source[-index] }
            } else {
                for index in 0..<piece.count { unsafe output[index] = source[index] }
            }
            done &+= piece.count
        }
    }

    /// The same for floats: a generic function could lock.
    @_noLocks
    private mutating func copy(
        _ frames: UnsafePointer<Float>,
        to memory: UnsafeMutablePointer<Float>,
        from first: Int,
        count: Int
    ) {
        var done = 0
        while done < count {
            let piece = self.piece(at: first &+ done, most: count &- done)
            let (source, output) = unsafe (frames + place(of: piece.first), memory + done)
            if isReversed {
                for index in 0..<piece.count { unsafe output[index] = source[-index] }
            } else {
                for index in 0..<piece.count { unsafe output[index] = source[index] }
            }
            done &+= piece.count
        }
    }

    /// How often the loop is left up to a position behind its end.
    @_noLocks
    private mutating func turns(to position: Int) -> Int {
        min(repeats, (position &- loopStart) / (loopEnd &- loopStart))
    }

    /// The frame of the sample at a position.
    @_noLocks
    private mutating func place(of position: Int) -> Int {
        isReversed ? sample.count &- 1 &- position : position
    }

    /// The frames that are played from a position on that may be in front of the sample or behind its
    /// end or its loop's.
    @_noLocks
    private mutating func piece(at position: Int, most: Int) -> (first: Int, count: Int) {
        var index = position
        if hasLooped, index < loopStart {
            index = loopEnd &- 1 &- (loopStart &- 1 &- index) % (loopEnd &- loopStart)
            return (index, min(most, loopEnd &- index))
        }
        if !hasLooped, index < start { return (start, 1) }
        var isInLoop = isLooping
        if isLooping, index >= loopEnd {
            let turns = turns(to: index)
            index &-= turns &* (loopEnd &- loopStart)
            isInLoop = turns < repeats
        }
        if isInLoop { return (index, min(most, loopEnd &- index)) }
        return index > last ? (last, 1) : (index, min(most, last &+ 1 &- index))
    }
}
