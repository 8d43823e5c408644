/// The modulation of four of a reverb's delay lines: slow sines, a quarter of a turn apart at first.
struct ReverbModulation: BitwiseCopyable {
    /// The phases in turns of 2³², and their change in half a block.
    private var phases: SIMD4<UInt32>
    private let steps: SIMD4<UInt32>
    /// The amounts added to delays in the halves of the current block, in phases of
    /// ``Interpolation``.
    private(set) var delays = (SIMD4<Int32>(repeating: 0), SIMD4<Int32>(repeating: 0))

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

    /// The number of lines that are modulated.
    static var count: Int {
        @_noLocks get { 4 }
    }

    /// The line of a modulation, by its number.
    @_noLocks
    @inline(__always)
    static func line(_ number: Int) -> Int { number < 2 ? number &+ 1 : number &+ 3 }

    /// The number of a line's modulation; −1 for none.
    @_noLocks
    @inline(__always)
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
        let middle = phases &+ steps
        let waves = PhaseWave.sines(SIMD8(lowHalf: phases, highHalf: middle))
        // More than the depth, so that what is rounded is not negative.
        let middleDelay: Float = 64 * 128
        let delays = Elementary.nearest(depth * 128 * waves + middleDelay) &- 64 * 128
        self.delays = (delays.lowHalf, delays.highHalf)
        phases = middle &+ steps
    }

    /// Resets it.
    @_noLocks
    mutating func reset() { phases = Self.firstPhases }
}
