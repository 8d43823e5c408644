/// A filter of two poles and two zeros, for one or two sides.
///
/// y = b0 x + b1 x₁ + b2 x₂ − a1 y₁ − a2 y₂, in the transposed direct form II.
struct FilterStage: BitwiseCopyable {
    /// The coefficients.
    struct Coefficients: BitwiseCopyable {
        // Doubles: at some hertz, a difference of two of them is smaller than a float tells.
        var b0 = 1.0, b1 = 0.0, b2 = 0.0, a1 = 0.0, a2 = 0.0

        /// Those that change nothing.
        @_noLocks
        init() {}

        /// Takes coefficients that are divided by the one of y.
        @_noLocks
        init(_ b0: Double, _ b1: Double, _ b2: Double, _ a0: Double, _ a1: Double, _ a2: Double) {
            let scale = 1 / a0
            self.b0 = b0 * scale
            self.b1 = b1 * scale
            self.b2 = b2 * scale
            self.a1 = a1 * scale
            self.a2 = a2 * scale
        }
    }

    private var current = Coefficients()
    private var target = Coefficients()
    private var hasStarted = false
    /// The history of the left and the right side.
    private var left = SIMD2<Double>()
    private var right = SIMD2<Double>()

    /// A filter that changes nothing.
    @_noLocks
    init() {}

    /// Sets the coefficients to which it moves during the next block; at first it has them at once.
    @_noLocks
    mutating func aim(at coefficients: Coefficients) {
        target = coefficients
        guard !hasStarted else { return }
        hasStarted = true
        current = coefficients
    }

    /// The highest magnitude of the history.
    var level: Double {
        @_noLocks get {
            max(max(abs(left.x), abs(left.y)), max(abs(right.x), abs(right.y)))
        }
    }

    /// Filters a block in place.
    ///
    /// - Parameters:
    ///   - first: The left side, or the only one.
    ///   - second: The right side, where there is one.
    @_noLocks
    mutating func run(_ first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>?)
    {
        unsafe run(first, &left)
        if let second = unsafe second { unsafe run(second, &right) }
        current = target
    }

    @_noLocks
    private func run(_ line: UnsafeMutablePointer<Float>, _ history: inout SIMD2<Double>) {
        let step = 1 / Double(Block.frames)
        var (b0, b1, b2, a1, a2) = (current.b0, current.b1, current.b2, current.a1, current.a2)
        let (b0Step, b1Step, b2Step) = (
            (target.b0 - b0) * step, (target.b1 - b1) * step, (target.b2 - b2) * step
        )
        let (a1Step, a2Step) = ((target.a1 - a1) * step, (target.a2 - a2) * step)
        var (z1, z2) = (history.x, history.y)
        for frame in 0..<Block.frames {
            let x = unsafe Double(line[frame])
            let y = b0 * x + z1
            z1 = b1 * x - a1 * y + z2
            z2 = b2 * x - a2 * y
            unsafe line[frame] = Float(y)
            b0 += b0Step
            b1 += b1Step
            b2 += b2Step
            a1 += a1Step
            a2 += a2Step
        }
        // Tiny numbers, for which processors take long.
        history = SIMD2(abs(z1) < 1e-20 ? 0 : z1, abs(z2) < 1e-20 ? 0 : z2)
    }
}

extension FilterStage.Coefficients {
    /// The coefficients of a kind of filter, by Bristow-Johnson's formulas.
    ///
    /// - Parameters:
    ///   - kind: The kind; those of four and six poles have several such stages.
    ///   - angle: The cutoff on the unit circle.
    ///   - radians: The same in radians.
    ///   - pole: The pole of filters of one pole: e to the power of the negative angle.
    ///   - quality: Q.
    ///   - gain: The square root of a shelf's or a peak's factor.
    ///   - root: The square root of `gain`.
    /// - Returns: The coefficients.
    @_noLocks
    static func of(
        _ kind: FilterKind,
        _ angle: Conversions.Angle,
        radians: Double,
        pole: Double,
        quality: Double,
        gain: Double,
        root: Double
    ) -> Self {
        let (cosine, sine) = (angle.cosine, angle.sine)
        let alpha = sine / (2 * quality)
        switch kind {
        case .lowPass2, .lowPass4, .lowPass6, .stateLowPass2:
            let b = (1 - cosine) / 2
            return Self(b, 2 * b, b, 1 + alpha, -2 * cosine, 1 - alpha)
        case .highPass2, .highPass4, .highPass6, .stateHighPass2:
            let b = (1 + cosine) / 2
            return Self(b, -2 * b, b, 1 + alpha, -2 * cosine, 1 - alpha)
        case .bandPass2, .bandPass4, .bandPass6, .stateBandPass2:
            return Self(alpha, 0, -alpha, 1 + alpha, -2 * cosine, 1 - alpha)
        case .bandStop2, .stateBandStop2:
            return Self(1, -2 * cosine, 1, 1 + alpha, -2 * cosine, 1 - alpha)
        case .lowPass1: return Self(1 - pole, 0, 0, 1, -pole, 0)
        case .highPass1:
            let b = (1 + pole) / 2
            return Self(b, -b, 0, 1, -pole, 0)
        case .bandPass1:
            // A low-pass and a high-pass.
            let b = (1 - pole) * (1 + pole) / 2
            return Self(b, -b, 0, 1, -2 * pole, pole * pole)
        case .allPass1:
            let a = min(radians, 1.9) - 1
            return Self(a, 1, 0, 1, a, 0)
        case .peak:
            return Self(
                1 + alpha * gain,
                -2 * cosine,
                1 - alpha * gain,
                1 + alpha / gain,
                -2 * cosine,
                1 - alpha / gain
            )
        case .pink:
            return Self(
                0.049922035,
                -0.0906029110418,
                0.0408293156874,
                1,
                -1.93901074263,
                0.939282044765
            )
        case .lowShelf: return shelf(cosine, sine * root / quality, gain, sign: 1)
        case .highShelf: return shelf(cosine, sine * root / quality, gain, sign: -1)
        }
    }

    /// The third pole and zero of the kind `pink`: Julius Smith's filter that makes white noise pink.
    static var pinkRest: Self {
        @_noLocks get { Self(1, -0.107980893771, 0, 1, -0.555945259371, 0) }
    }

    /// A shelf: the high one is the low one with the sign of the cosine changed.
    @_noLocks
    private static func shelf(
        _ cosine: Double,
        _ slope: Double,
        _ gain: Double,
        sign: Double
    ) -> Self {
        let c = sign * cosine
        let (more, less) = (gain + 1, gain - 1)
        return Self(
            gain * (more - less * c + slope),
            sign * 2 * gain * (less - more * c),
            gain * (more - less * c - slope),
            more + less * c + slope,
            sign * -2 * (less + more * c),
            more + less * c - slope
        )
    }
}
