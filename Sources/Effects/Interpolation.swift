import Realtime

/// The weights of a six-tap interpolation between samples: a sinc under a Kaiser window of half-width
/// 3, normalised to unity at DC.
///
/// Tap `j` of 0 … 5 is for the sample at offset `j − 2` from the whole position. Cubic interpolation
/// would lose 1.1 dB at 12.7 kHz and 2.3 dB at 16 kHz.
@safe
struct Interpolation: ~Copyable {
    /// The phases of a sample, a power of two.
    static var phases: Int {
        @_noLocks get { 1 << phaseBits }
    }
    static var phaseBits: Int {
        @_noLocks get { 7 }
    }
    /// Rows of eight floats: six weights and two zeros.
    private let rows: SampleMemory

    init() {
        rows = SampleMemory(count: Self.phases * 8)
        for phase in 0..<Self.phases {
            let weights = Self.weights(at: Double(phase) / Double(Self.phases), beta: 4)
            let row = unsafe rows.samples(from: phase * 8, count: 8)
            for tap in weights.indices { unsafe row[tap] = Float(weights[tap]) }
        }
    }

    /// The six weights of a phase, 0 ..< ``phases``.
    @_noLocks
    @unsafe
    func row(_ phase: Int) -> UnsafePointer<Float> {
        unsafe UnsafePointer(rows.samples(from: phase &* 8, count: 8))
    }

    /// The six weights for a fraction of a sample.
    ///
    /// - Parameters:
    ///   - fraction: The fraction, 0 ..< 1.
    ///   - beta: The window's β: the higher, the smoother, and the less there is of the highest
    ///     frequencies.
    /// - Returns: The weights.
    static func weights(at fraction: Double, beta: Double) -> [Double] {
        let weights = (0..<6).map { kernel(Double($0 - 2) - fraction, beta) }
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }

    private static func kernel(_ x: Double, _ beta: Double) -> Double {
        guard abs(x) < 3.0 else { return 0 }
        let sinc = x == 0 ? 1 : Elementary.sine(ofTurns: x / 2) / (.pi * x)
        let ratio = x / 3
        // The window but for a factor, which the normalisation takes away.
        return sinc * bessel(beta * (1 - ratio * ratio).squareRoot())
    }

    /// The modified Bessel function of the first kind and order 0, by its series.
    private static func bessel(_ x: Double) -> Double {
        let square = x * x / 4
        var sum = 1.0
        var term = 1.0
        for k in 1...20 {
            term *= square / Double(k * k)
            sum += term
        }
        return sum
    }
}
