/// The low-pass filter of a voice.
struct VoiceFilter: BitwiseCopyable {
    /// The coefficients of a two-pole filter as the loops have them: see `voices_filters`.
    struct Coefficients: BitwiseCopyable {
        var g = 0.0
        var k = 0.0
        var b = 0.0

        @_noLocks
        init(g: Double = 0, k: Double = 0, b: Double = 0) {
            (self.g, self.k, self.b) = (g, k, b)
        }
    }

    /// The coefficients at the end of the last block, and at the end of the next.
    var current = Coefficients()
    var target = Coefficients()
    /// The history.
    var history: Float = 0
    var difference: Float = 0
    /// The cutoff in absolute cents, without envelope and oscillator.
    var cutoff = 13_500.0
    /// Half the reciprocal of the resonance, and the gain that goes with it.
    var damping = 0.7071
    var gain = 1.0
    private var hasStarted = false
    private var last = -1.0
    private var lastDamping = -1.0

    /// A filter that has no cutoff yet.
    @_noLocks
    init() {}

    /// Sets the resonance in centibels.
    @_noLocks
    mutating func setResonance(_ centibels: Double, _ conversions: borrowing Conversions) {
        let decibels = max(0, min(centibels / 10, 96)) - 3.01
        // 10^(d/20) = 2^(d · log2(10)/20).
        let octaves = decibels * (3.32192809488736235 / 20)
        damping = 0.5 * conversions.powerOfTwo(-octaves)
        gain = conversions.powerOfTwo(-octaves / 2)
    }

    /// Computes the coefficients of a cutoff, to which they move during the next block.
    @_noLocks
    mutating func aim(at cents: Double, _ conversions: borrowing Conversions) {
        guard cents != last || damping != lastDamping else { return }
        (last, lastDamping) = (cents, damping)
        let angle = conversions.angle(cutoff: cents)
        let alpha = angle.sine * damping
        let inverse = 1 / (1 + alpha)
        let sum = 2 * (1 - angle.cosine) * inverse
        target = Coefficients(g: sum, k: 2 * angle.cosine * inverse - 1, b: sum * gain * 0.25)
        if !hasStarted {
            hasStarted = true
            current = target
        }
    }

    /// Whether the coefficients move during the next block.
    var isMoving: Bool {
        @_noLocks get { current.g != target.g || current.k != target.k || current.b != target.b }
    }

    /// The highest that its next output without input can be.
    var level: Float {
        @_noLocks get { Float(current.b) * (4 * abs(history + difference) + 2 * abs(difference)) }
    }

    /// Whether the history has to follow the gain: it more than doubles or halves in a block.
    var isScaled: Bool {
        @_noLocks get {
            abs(current.b) > 0.0001 && (target.b < current.b * 0.5 || target.b > current.b * 2)
        }
    }
}
