/// The modulation of four of a reverb's delay lines: slow sines, a quarter of a turn apart at first.
struct ReverbModulation: BitwiseCopyable {
    /// The phases in turns of 2³², and their change in half a block.
    private var phases: SIMD4<UInt32>
    private let steps: SIMD4<UInt32>
    /// The frames that are added to delays in the halves of the current block.
    private(set) var delays = (SIMD4<Float>(repeating: 0), SIMD4<Float>(repeating: 0))

    init(rate: Int) {
        var steps = SIMD4<UInt32>(repeating: 0)
        for (index, frequency) in [0.87, 1.13, 0.93, 1.07].enumerated() {
            steps[index] = UInt32(frequency * Double(Block.half) / Double(rate) * 0x1p32)
        }
        self.steps = steps
        phases = Self.firstPhases
    }

    private static var firstPhases: SIMD4<UInt32> {
        @_noLocks get { SIMD4(0, 1 << 30, 2 << 30, 3 << 30) }
    }

    /// The number of a line's modulation; −1 for none.
    @_noLocks
    static func index(of line: Int) -> Int {
        switch line {
        case 1: 0
        case 2: 1
        case 5: 2
        case 6: 3
        default: -1
        }
    }

    /// Moves to the next block.
    ///
    /// - Parameter depth: The depth in frames.
    @_noLocks
    mutating func beginBlock(depth: Float) {
        delays.0 = depth * Self.sines(phases)
        phases = phases &+ steps
        delays.1 = depth * Self.sines(phases)
        phases = phases &+ steps
    }

    /// Resets it.
    @_noLocks
    mutating func reset() { phases = Self.firstPhases }

    /// The sines of phases, by their series up to the ninth power: within 4 · 10⁻⁶.
    @_noLocks
    private static func sines(_ phases: SIMD4<UInt32>) -> SIMD4<Float> {
        var result = SIMD4<Float>(repeating: 0)
        for index in 0..<4 {
            let turn = Float(Int32(bitPattern: phases[index])) * 0x1p-32
            let folded = turn > 0.25 ? 0.5 - turn : turn < -0.25 ? -0.5 - turn : turn
            let x = folded * (2 * .pi)
            let y = x * x
            result[index] =
                x * (1 + y * (-1 / 6 + y * (1 / 120 + y * (-1 / 5_040 + y * (1 / 362_880)))))
        }
        return result
    }
}
