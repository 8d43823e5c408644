/// Waves for modulation, by their phases in turns of 2³²: eight at a time, in −1 … 1.
enum PhaseWave {
    /// Sines, by their series up to the ninth power: within 4 · 10⁻⁶.
    @_noLocks
    @inline(__always)
    static func sines(_ phases: SIMD8<UInt32>) -> SIMD8<Float> {
        let x = folded(phases) * (2 * .pi)
        let y = x * x
        let one = SIMD8<Float>(repeating: 1)
        var series = SIMD8<Float>(repeating: 1 / 362_880)
        series = series * y - 1 / 5_040
        series = series * y + 1 / 120
        series = series * y - 1 / 6
        let wave = x * (one + y * series)
        let low = wave.replacing(with: one, where: wave .> one)
        return low.replacing(with: -one, where: low .< -one)
    }

    /// Triangles that begin as sines do.
    @_noLocks
    @inline(__always)
    static func triangles(_ phases: SIMD8<UInt32>) -> SIMD8<Float> { 4 * folded(phases) }

    /// The parts of a turn, −¼ … ¼, that have the same sines.
    @_noLocks
    @inline(__always)
    private static func folded(_ phases: SIMD8<UInt32>) -> SIMD8<Float> {
        var turns = SIMD8<Float>(repeating: 0)
        for lane in 0..<8 { turns[lane] = Float(Int32(bitPattern: phases[lane])) }
        turns *= 0x1p-32
        let falling = 0.5 - turns
        let rising = -0.5 - turns
        let upper = turns.replacing(with: falling, where: turns .> falling)
        return upper.replacing(with: rising, where: upper .< rising)
    }
}
