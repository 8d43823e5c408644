import Realtime

/// A low-frequency oscillator: a sum of waves.
struct WaveOscillator: BitwiseCopyable {
    /// The value of this block.
    private(set) var value: Float = 0
    /// The periods since the start, for each wave's ratio.
    private var turns = 0.0
    private var held = InlineArray<8, Float>(repeating: 0)
    private var heldTurn = InlineArray<8, Int32>(repeating: -1)
    private var frame: Float = 0
    private var seed: UInt32 = 1

    /// An oscillator before its start.
    @_noLocks
    init() {}

    /// Begins at a part of a turn.
    @_noLocks
    mutating func begin(phase: Float, seed: UInt32) {
        self = WaveOscillator()
        turns = Double(phase)
        self.seed = seed | 1
    }

    /// Advances by a block.
    ///
    /// - Parameters:
    ///   - shape: The waves.
    ///   - cycles: The turns in a block.
    ///   - delay: The frames before it begins.
    ///   - fade: The frames in which it grows.
    @_noLocks
    mutating func step(
        _ shape: ArticulationRecord.Oscillator,
        cycles: Float,
        delay: Float,
        fade: Float
    ) {
        let time = frame - delay
        frame += Float(Block.frames)
        guard time >= 0 else { return value = 0 }
        if shape.count > 0, turns >= Double(shape.count) { return value = 0 }
        var sum: Float = 0
        for index in 0..<min(shape.parts.count, 8) {
            let part = shape.parts[index]
            let position = turns * Double(part.ratio)
            let whole = Int32(truncatingIfNeeded: Int(position))
            let phase = Float(position - Double(whole))
            let level =
                index == 0 && shape.steps.count > 0
                ? Self.step(at: phase, of: shape.steps) : value(part.wave, phase, index, whole)
            sum += level * part.scale + part.offset
        }
        value = fade > 0 && time < fade ? sum * time / fade : sum
        turns += Double(cycles)
        if turns > 1e6 { turns -= 1e6 }
    }

    /// The value of a step at a part of a turn.
    @_noLocks
    private static func step(at phase: Float, of steps: LentElements<Float>) -> Float {
        let index = Int(max(0, min(phase, 1)) * Float(steps.count))
        return steps[min(index, steps.count &- 1)]
    }

    @_noLocks
    private mutating func value(
        _ wave: OscillatorShape.Wave,
        _ phase: Float,
        _ index: Int,
        _ turn: Int32
    ) -> Float {
        switch wave {
        case .triangle:
            if phase < 0.25 { return 4 * phase }
            return phase > 0.75 ? 4 * phase - 4 : 2 - 4 * phase
        case .sine:
            // Two parabolas, 6 % beside a sine at most.
            let x = 2 * phase - 1
            return -4 * x * (1 - abs(x))
        case .pulse75: return phase < 0.75 ? 1 : 0
        case .square: return phase < 0.5 ? 1 : 0
        case .pulse25: return phase < 0.25 ? 1 : 0
        case .pulse12: return phase < 0.125 ? 1 : 0
        case .rising: return 2 * phase - 1
        case .falling: return 1 - 2 * phase
        case .random:
            if heldTurn[index] != turn {
                heldTurn[index] = turn
                seed ^= seed << 13
                seed ^= seed >> 17
                seed ^= seed << 5
                held[index] = Float(seed >> 8) / 8_388_608 - 1
            }
            return held[index]
        }
    }
}
