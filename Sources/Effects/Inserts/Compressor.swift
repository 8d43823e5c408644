import Realtime

/// A compressor of both sides together: the gain follows from the louder one, in decibels, as in
/// Giannoulis, Massberg and Reiss, "Digital dynamic range compressor design" (2012).
struct Compressor: ~Copyable {
    private let threshold: Float
    /// The reduction for each dB above the threshold.
    private let slope: Float
    private let knee: Float
    private let makeup: Float
    /// The part of a difference that is left after a frame.
    private let attack: Float
    private let release: Float
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
    init(_ parameters: CompressorParameters, rate: Int) {
        threshold = Float(parameters.threshold)
        slope = Float(1 - 1 / parameters.ratio)
        knee = Float(parameters.knee)
        makeup = Float(parameters.makeup)
        attack = Dynamics.remainder(ofMilliseconds: parameters.attack, rate: rate)
        release = Dynamics.remainder(ofMilliseconds: parameters.release, rate: rate)
        gains = SampleMemory(count: Block.frames)
        sides = PairDelay(frames: parameters.latency(rate: rate))
        sends = PairDelay(frames: sides.frames)
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
        let inKnee = knee > 0 ? slope * bent * bent / (2 * knee) : 0
        if over * 2 <= -knee { return 0 }
        return over * 2 >= knee ? slope * over : inKnee
    }

    /// Compresses the sides; the sends get the gains of the sides before.
    @_noLocks
    mutating func process(_ pair: InsertPair, isSend: Bool) {
        let gains = unsafe gains.samples(from: 0, count: pair.count)
        if !isSend {
            for frame in 0..<pair.count {
                let level = unsafe max(pair.left[frame].magnitude, pair.right[frame].magnitude)
                unsafe gains[frame] = reduction(Dynamics.decibels(level))
            }
            for frame in 0..<pair.count {
                let aim = unsafe gains[frame]
                reduction = aim + (reduction - aim) * (aim > reduction ? attack : release)
                unsafe gains[frame] = reduction
                highest = max(highest, reduction)
            }
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
