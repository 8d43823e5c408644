import Realtime

/// A delay of both sides with feedback.
struct StereoEcho: ~Copyable {
    /// The numbers that its parameters stand for.
    struct Coefficients: BitwiseCopyable {
        fileprivate let time: EchoLength.Time
        fileprivate let feedback: Float
        fileprivate let smoothing: Float

        /// Works out the coefficients of numbers: the mix, the type, ``EchoParameters/parameters`` and
        /// the quarter notes of the time.
        @_noLocks
        init(_ numbers: borrowing FixedArray<Double>, rate: Int) {
            let (milliseconds, feedback, highCut) = (numbers[2], numbers[3], numbers[4])
            let quarters = numbers[5]
            time = EchoLength.Time(milliseconds: milliseconds, quarters: quarters, rate: rate)
            self.feedback = Float(feedback)
            let turns = min(highCut / Double(rate), 0.45)
            smoothing = Float(Elementary.exp2(-2 * .pi * turns * 1.442_695_040_888_963_4))
        }
    }

    /// The sound that was written, in a ring of the longest time.
    private let line: SampleMemory
    private var length: EchoLength
    /// The frames of the present echoes.
    private var delay: Int
    /// The frames of those that fade out, and the frames for which they do: the time has changed.
    private var oldDelay = 0
    private var fade = 0
    private var feedback: GainRamp
    /// The part of the difference that the low-pass leaves.
    private var smoothing: Float
    private let isPingPong: Bool
    private var place = 0
    /// The frames that have been written since it was empty, at most ``EchoLength/longest``: what is
    /// in the ring beside them is not heard.
    private var filled = 0
    /// Whether anything but silence has been written since it was empty.
    private var hasLeft = false
    private var filtered = SIMD2<Float>()
    /// The frames since something was written that could be heard.
    private var quietFrames: Int

    /// The frames in which one time fades into another.
    private static var fadeFrames: Int { @_noLocks get { 1_024 } }

    /// Makes a silent delay.
    ///
    /// - Parameters:
    ///   - numbers: Its numbers.
    ///   - rate: Frames per second.
    ///   - tempo: The tempo of the music, for a time that is a note.
    init(_ numbers: borrowing FixedArray<Double>, rate: Int, tempo: Loan<MusicTempo>) {
        let coefficients = Coefficients(numbers, rate: rate)
        length = EchoLength(coefficients.time, rate: rate, tempo: tempo)
        // The tempo is the audio thread's: it is asked when sound comes.
        delay = if case .frames(let frames) = coefficients.time { frames } else { length.longest }
        line = SampleMemory(count: 2 * length.longest)
        quietFrames = length.longest
        feedback = GainRamp(coefficients.feedback)
        isPingPong = numbers[1] == 1
        smoothing = coefficients.smoothing
    }

    /// Moves to other coefficients; another time is faded to, as soon as a fade before has ended.
    @_noLocks
    mutating func move(to next: Coefficients, frames: Int) {
        length.time = next.time
        feedback.move(to: next.feedback, frames: max(1, frames))
        smoothing = next.smoothing
    }

    /// Forgets the sound that is in it.
    @_noLocks
    mutating func reset() {
        filled = 0
        filtered = SIMD2()
        quietFrames = length.longest
        fade = 0
        hasLeft = false
    }

    /// Ends a block; see ``Insert/endBlock()``.
    @_noLocks
    mutating func endBlock() -> Bool {
        guard quietFrames >= gap else { return false }
        // Of what is left nothing could be heard.
        if filtered.x != 0 || filtered.y != 0 || hasLeft { reset() }
        return true
    }

    /// The frames of silence that an echo may follow.
    var gap: Int { @_noLocks get { max(length.frames, max(delay, fade > 0 ? oldDelay : 0)) } }

    /// Begins to move to the time, that of a note at the present tempo, unless it moves already.
    @_noLocks
    private mutating func followTempo() {
        guard fade == 0 else { return }
        let next = length.frames
        guard next != delay else { return }
        // Where there is nothing, nothing fades.
        if hasLeft {
            oldDelay = delay
            fade = Self.fadeFrames
        }
        delay = next
    }

    /// The sound that was written some frames ago.
    @inline(__always)
    @_noLocks
    private func written(_ delay: Int) -> SIMD2<Float> {
        guard delay <= filled else { return SIMD2() }
        let samples = unsafe line.samples(from: 0, count: line.count)
        var index = place &- delay
        if index < 0 { index &+= length.longest }
        return unsafe SIMD2(samples[2 &* index], samples[2 &* index &+ 1])
    }

    /// Puts the echoes in the place of what comes in.
    @_noLocks
    mutating func process(_ pair: InsertPair) {
        followTempo()
        let samples = unsafe line.samples(from: 0, count: line.count)
        for frame in 0..<pair.count {
            let input = unsafe SIMD2(pair.left[frame], pair.right[frame])
            var echo = written(delay)
            if fade > 0 {
                let part = Float(fade) / Float(Self.fadeFrames)
                echo += (written(oldDelay) - echo) * part
                fade &-= 1
                if fade == 0 { followTempo() }
            }
            filtered = echo + (filtered - echo) * smoothing
            if filtered.x.magnitude < 1e-15 { filtered.x = 0 }
            if filtered.y.magnitude < 1e-15 { filtered.y = 0 }
            let feedback = feedback.next()
            var next = input + filtered * feedback
            if isPingPong {
                // Both sides begin on the left; each echo comes back on the other side.
                next = SIMD2((input.x + input.y) * 0.5, 0)
                next += SIMD2(filtered.y, filtered.x) * feedback
            }
            let highest = max(next.x.magnitude, next.y.magnitude)
            quietFrames = highest < SilenceWatch.threshold ? quietFrames &+ 1 : 0
            if highest > 0 { hasLeft = true }
            unsafe samples[2 &* place] = next.x
            unsafe samples[2 &* place &+ 1] = next.y
            place = place &+ 1 == length.longest ? 0 : place &+ 1
            if filled < length.longest { filled &+= 1 }
            unsafe pair.left[frame] = filtered.x
            unsafe pair.right[frame] = filtered.y
        }
    }
}
