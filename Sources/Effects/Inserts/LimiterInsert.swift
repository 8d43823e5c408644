import Realtime

/// The master's limiter in a strip, with its sends.
struct LimiterInsert: ~Copyable {
    /// The factors that its gain and ceiling stand for.
    struct Coefficients: BitwiseCopyable {
        fileprivate let gain: Float
        fileprivate let level: Float

        /// Works out the coefficients of numbers: the mix and ``LimiterParameters/parameters``.
        @_noLocks
        init(_ numbers: borrowing FixedArray<Double>) {
            let ceiling = Elementary.power10(numbers[2] / 20)
            gain = Float(Elementary.power10(numbers[1] / 20) * Limiter.ceiling / ceiling)
            level = Float(ceiling / Limiter.ceiling)
        }
    }

    private var limiter: Limiter
    private var gain: GainRamp
    private var level: GainRamp
    private var sound = StereoBuffer(capacity: Block.frames)
    private var sends: PairDelay
    /// The frames since something came in that could be heard.
    private var quietFrames: Int

    /// Makes a silent limiter.
    init(_ numbers: borrowing FixedArray<Double>, rate: Int) {
        limiter = Limiter(
            rate: rate,
            maximumFrames: Block.frames,
            releaseSeconds: numbers[3] / 1_000
        )
        let coefficients = Coefficients(numbers)
        gain = GainRamp(coefficients.gain)
        level = GainRamp(coefficients.level)
        sends = PairDelay(frames: Self.latency(rate: rate))
        quietFrames = Self.latency(rate: rate)
    }

    /// Moves to other coefficients; without frames they are there at once.
    @_noLocks
    mutating func move(to next: Coefficients, frames: Int) {
        gain.move(to: next.gain, frames: max(1, frames))
        level.move(to: next.level, frames: max(1, frames))
    }

    /// The frames by which it delays.
    static func latency(rate: Int) -> Int { Limiter.lookahead(rate: rate) }

    /// The highest reduction in dB since the last call.
    @_noLocks
    mutating func takeReduction() -> Float {
        let gain = limiter.takeLowestGain()
        return gain < 1 ? -Dynamics.decibels(gain) : 0
    }

    /// Forgets the sound that is in it.
    @_noLocks
    mutating func reset() {
        limiter.forget()
        sends.reset()
        quietFrames = limiter.latency
    }

    /// Ends a block; see ``Insert/endBlock()``.
    @_noLocks
    mutating func endBlock() -> Bool {
        guard quietFrames >= limiter.latency, !limiter.isReducing, sends.isSilent else {
            return false
        }
        limiter.forget()
        return true
    }

    /// Limits the sides; the sends get the gains of the sides before.
    @_noLocks
    mutating func process(_ pair: InsertPair, isSend: Bool) {
        guard !isSend else {
            sends.process(pair)
            for frame in 0..<pair.count {
                let factor = limiter.lastGain(frame)
                unsafe pair.left[frame] *= factor
                unsafe pair.right[frame] *= factor
            }
            return
        }
        quietFrames = pair.isAudible ? 0 : quietFrames &+ pair.count
        for frame in 0..<pair.count {
            let gain = gain.next()
            sound.left[frame] = unsafe pair.left[frame] * gain
            sound.right[frame] = unsafe pair.right[frame] * gain
        }
        limiter.process(&sound, frames: pair.count)
        for frame in 0..<pair.count {
            let level = level.next()
            unsafe pair.left[frame] = sound.left[frame] * level
            unsafe pair.right[frame] = sound.right[frame] * level
        }
    }
}
