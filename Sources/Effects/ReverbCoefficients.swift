/// The coefficients of a reverb's loops, computed from ``ReverbParameters`` for a sample rate.
struct ReverbCoefficients: BitwiseCopyable, Sendable {
    /// One number for each delay line.
    typealias Lines = SIMD8<Float>

    /// The lengths of the delay lines, in frames.
    var lengths: SIMD8<Int32>
    /// The feedback of each line's low-pass filter.
    var feedback: Lines
    /// The gain of each line's filter, with the mixing matrix's 1/√8.
    var gain: Lines
    /// The weights of an input sample and of the one before it: a filter with unity gain at DC, which
    /// corrects the tone.
    var input: Float
    var inputBefore: Float
    /// The gains of the two outputs to their own side and to the other one.
    var direct: Float
    var crossed: Float
    /// The depth of the modulation in frames.
    var depth: Float

    /// The mean of the lines' lengths in seconds.
    private static var meanTime: Double {
        @_noLocks get { 0.0852 }
    }

    /// The lines' lengths at a rate; they stand in frames at 44.1 kHz and full scale, primes about their
    /// mean.
    @_noLocks
    static func lengths(scale: Double, rate: Int) -> SIMD8<Int32> {
        let lengths = SIMD8<Int32>(3203, 4679, 3907, 2861, 3727, 4243, 2633, 4831)
        var result = SIMD8<Int32>(repeating: 0)
        for line in 0..<8 {
            let length = Double(lengths[line]) * scale * Double(rate) / 44_100
            result[line] = Int32(length + 0.5)
        }
        return result
    }

    @_noLocks
    init(_ parameters: ReverbParameters, rate: Int) {
        let time = parameters.time
        let exponent = 44_100 / Double(rate)
        let lengths = Self.lengths(scale: parameters.scale, rate: rate)
        var feedback = Lines(repeating: 0)
        var gain = Lines(repeating: 0)
        for line in 0..<8 {
            let seconds = Double(lengths[line]) / Double(rate)
            let decay = Elementary.power10(-3 * seconds / time)
            let loops = parameters.damping * seconds / ReverbParameters.loopTime
            let pole = min(0.98, Elementary.power(loops, exponent))
            feedback[line] = Float(pole)
            gain[line] = Float(decay * (1 - pole) * 0.353_553_390_593_273_8)
        }
        self.lengths = lengths
        self.feedback = feedback
        self.gain = gain
        let losses = -0.25 * Elementary.logarithm(parameters.loopGain)
        let alpha = 1 / Elementary.squareRoot(1 + parameters.damping / losses)
        let tone = Elementary.power((1 - alpha) / (1 + alpha), exponent)
        input = Float(1 / (1 - tone))
        inputBefore = Float(tone / (1 - tone))
        var weight =
            0.5105 * parameters.level * 2.828_427_124_746_190_3
            / (1 + 0.2 * parameters.width)
        if parameters.scale < 1 {
            // Shorter lines pass more often in the same time: the energy stays the same.
            weight *= Elementary.squareRoot(
                Self.energy(1, time) / Self.energy(parameters.scale, time)
            )
        }
        direct = Float(weight * (1 + parameters.width) / 2)
        crossed = Float(weight * (1 - parameters.width) / 2)
        depth = Float(max(2, 8 * parameters.scale) * Double(rate) / 44_100)
    }

    /// The energy of an impulse's echoes, as a part of its own.
    @_noLocks
    private static func energy(_ scale: Double, _ time: Double) -> Double {
        let decay = Elementary.power10(-6 * meanTime * scale / time)
        return decay / (1 - decay)
    }

    /// Moves all but the lengths by a part of the way to others.
    @_noLocks
    mutating func move(to other: ReverbCoefficients, part: Float) {
        feedback += (other.feedback - feedback) * part
        gain += (other.gain - gain) * part
        input += (other.input - input) * part
        inputBefore += (other.inputBefore - inputBefore) * part
        direct += (other.direct - direct) * part
        crossed += (other.crossed - crossed) * part
        depth += (other.depth - depth) * part
    }
}
