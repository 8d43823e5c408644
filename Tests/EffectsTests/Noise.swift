/// White noise, the same for each seed: −0.5 … 0.5.
struct Noise {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> Float {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Float(Int32(truncatingIfNeeded: state >> 32)) * 0x1p-32
    }

    /// So many samples.
    static func samples(_ count: Int, seed: UInt64 = 1) -> [Float] {
        var noise = Noise(seed: seed)
        return (0..<count).map { _ in noise.next() }
    }
}
