import Realtime

/// A compressor of both sides together: the gain follows from the louder one, in decibels, as in
/// Giannoulis, Massberg and Reiss, "Digital dynamic range compressor design" (2012).
struct Compressor: ~Copyable {
    /// The numbers that its parameters stand for.
    struct Coefficients: BitwiseCopyable {
        /// The threshold, the reduction for each dB above it, the knee and the make-up gain.
        fileprivate let curve: SIMD4<Float>
        /// The part of a difference that is left after a frame.
        fileprivate let attack: Float
        fileprivate let release: Float

        /// Works out the coefficients of numbers: the mix and ``CompressorParameters/parameters``.
        @_noLocks
        init(_ numbers: borrowing FixedArray<Double>, rate: Int) {
            let (threshold, ratio, knee) = (numbers[1], numbers[2], numbers[3])
            let (attack, release, makeup) = (numbers[4], numbers[5], numbers[7])
            curve = SIMD4(Float(threshold), Float(1 - 1 / ratio), Float(knee), Float(makeup))
            self.attack = Dynamics.remainder(ofMilliseconds: attack, rate: rate)
            self.release = Dynamics.remainder(ofMilliseconds: release, rate: rate)
        }
    }

    private var threshold: Float
    private var slope: Float
    private var knee: Float
    private var makeup: Float
    /// The factor of the parabola within the knee.
    private var bend: Float
    /// The four of these as they move.
    private var curve: ParameterGlide
    private var attack: Float
    private var release: Float
    /// The reduction in dB.
    private var reduction: Float = 0
    /// The highest reduction since ``takeReduction()``.
    private var highest: Float = 0
    /// The gains of the frames of a piece, which its sends get too.
    private let gains: SampleMemory
    /// Delays the sides, and the sends, by what it looks ahead.
    private var sides: PairDelay
    private var sends: PairDelay

    /// Makes a compressor that reduces nothing yet.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - numbers: Its numbers.
    ///   - latency: The frames by which it looks ahead.
    ///   - rate: Frames per second.
    init(_ numbers: borrowing FixedArray<Double>, latency: Int, rate: Int) {
        let coefficients = Coefficients(numbers, rate: rate)
        curve = ParameterGlide(coefficients.curve)
        (threshold, slope) = (coefficients.curve.x, coefficients.curve.y)
        (knee, makeup) = (coefficients.curve.z, coefficients.curve.w)
        bend = Self.bend(coefficients.curve)
        (attack, release) = (coefficients.attack, coefficients.release)
        gains = SampleMemory(count: Block.frames)
        sides = PairDelay(frames: latency)
        sends = PairDelay(frames: sides.frames)
    }

    /// Moves to other coefficients; without frames they are there at once.
    @_noLocks
    mutating func move(to next: Coefficients, frames: Int) {
        curve.move(to: next.curve, frames: frames)
        if frames == 0 { setCurve(next.curve) }
        (attack, release) = (next.attack, next.release)
    }

    @_noLocks
    private mutating func setCurve(_ values: SIMD4<Float>) {
        (threshold, slope, knee, makeup) = (values.x, values.y, values.z, values.w)
        bend = Self.bend(values)
    }

    /// The factor of the parabola within the knee.
    @_noLocks
    private static func bend(_ values: SIMD4<Float>) -> Float {
        values.z > 0 ? values.y / (2 * values.z) : 0
    }

    /// Forgets what it reduces, and the sound that is in it.
    @_noLocks
    mutating func reset() {
        reduction = 0
        sides.reset()
        sends.reset()
    }

    /// Ends a block; see ``Insert/endBlock()``.
    @_noLocks
    mutating func endBlock() -> Bool {
        if reduction < 0.000_1 { reduction = 0 }
        return reduction == 0 && sides.isSilent && sends.isSilent
    }

    /// The highest reduction in dB since the last call.
    @_noLocks
    mutating func takeReduction() -> Float {
        let taken = highest
        highest = reduction
        return taken
    }

    /// The reduction in dB that a level needs.
    @inline(__always)
    @_noLocks
    private func reduction(_ decibels: Float) -> Float {
        let over = decibels - threshold
        // Within the knee a parabola, which touches both lines.
        let bent = over + knee * 0.5
        let inKnee = bent * bent * bend
        if over * 2 <= -knee { return 0 }
        return over * 2 >= knee ? slope * over : inKnee
    }

    /// Puts the reductions that follow the wanted ones in their place.
    @_noLocks
    private mutating func follow(_ reductions: UnsafeMutablePointer<Float>, count: Int) {
        var reduction = reduction
        var highest = highest
        // Both times are applied. Of the two results, the right one is always the higher one if the
        // attack is the faster of them, else the lower one: that is sooner known than a comparison
        // followed by a choice.
        let (fast, slow) = (min(attack, release), max(attack, release))
        let isUsual = attack <= release
        for frame in 0..<count {
            let aim = unsafe reductions[frame]
            let quick = aim * (1 - fast) + reduction * fast
            let late = aim * (1 - slow) + reduction * slow
            reduction = isUsual ? max(quick, late) : min(quick, late)
            unsafe reductions[frame] = reduction
            highest = max(highest, reduction)
        }
        (self.reduction, self.highest) = (reduction, highest)
    }

    /// Compresses the sides by levels, those of the sides if there are no others; the sends get the
    /// gains of the sides before.
    @_noLocks
    @unsafe
    mutating func process(
        _ pair: InsertPair,
        by levels: UnsafeMutablePointer<Float>?,
        isSend: Bool
    ) {
        let gains = unsafe gains.samples(from: 0, count: pair.count)
        if !isSend {
            if let levels = unsafe levels {
                for frame in 0..<pair.count { unsafe gains[frame] = levels[frame] }
            } else {
                for frame in 0..<pair.count {
                    unsafe gains[frame] =
                        max(pair.left[frame].magnitude, pair.right[frame].magnitude)
                }
            }
        }
        if !isSend, curve.isMoving {
            for frame in 0..<pair.count {
                setCurve(curve.next())
                let aim = unsafe reduction(Dynamics.decibels(gains[frame]))
                reduction = aim + (reduction - aim) * (aim > reduction ? attack : release)
                highest = max(highest, reduction)
                unsafe gains[frame] = Dynamics.factor(makeup - reduction)
            }
            sides.process(pair)
        } else if !isSend {
            for frame in 0..<pair.count {
                unsafe gains[frame] = reduction(Dynamics.decibels(gains[frame]))
            }
            unsafe follow(gains, count: pair.count)
            for frame in 0..<pair.count {
                unsafe gains[frame] = Dynamics.factor(makeup - gains[frame])
            }
            sides.process(pair)
        } else {
            sends.process(pair)
        }
        for frame in 0..<pair.count {
            unsafe pair.left[frame] *= gains[frame]
            unsafe pair.right[frame] *= gains[frame]
        }
    }
}
