/// The delays and gains of a chorus, computed from ``ChorusParameters`` for a sample rate.
struct ChorusTaps: BitwiseCopyable, Sendable {
    var voices: Int
    var isTriangle: Bool
    /// Frames that all voices are later.
    var delay: Float
    /// Half the modulation's depth in frames.
    var depth: Float
    /// The modulation's phase at the start of the block, in turns of 2³², and its change in a block.
    var phase: UInt32 = 0
    var step: UInt32
    /// The gains of a side's own voices and of the other side's: even voices are the left's.
    var near: Float
    var far: Float
    /// The gain of all voices to the reverb.
    var send: Float
    /// The gain of the first voice back into the line.
    var feedback: Float

    @_noLocks
    init(_ parameters: ChorusParameters, rate: Int) {
        voices = parameters.voices
        isTriangle = parameters.shape.isTriangle
        delay = Float(parameters.delay * Double(rate) / 1_000)
        depth = Float(Int(parameters.depth * Double(rate) / 1_000) / 2)
        step = UInt32(parameters.speed * 64 / Double(rate) * 0x1p32 + 0.5)
        let level = parameters.level
        if voices == 1 {
            near = Float(level)
            far = -near
        } else {
            near = Float(5.5 * level / 3)
            far = Float(-4.5 * level / 3)
        }
        // The last voice of an odd number is on both sides.
        let sounding = voices > 2 ? (voices + 1) / 2 * 2 : max(1, voices)
        send = Float(parameters.reverbSend * level / Double(sounding))
        feedback = Float(parameters.feedback)
    }

    /// The taps of a chorus that is off.
    @_noLocks
    static func off() -> ChorusTaps {
        var parameters = ChorusParameters()
        parameters.voices = 0
        return ChorusTaps(parameters, rate: 48_000)
    }

    /// Moves to the next block.
    @_noLocks
    mutating func advance() { phase = phase &+ step }

    /// The phase of a voice, of the current block or, with `step`, of the next.
    @_noLocks
    func phase(of voice: Int, next: Bool) -> UInt32 {
        let share = UInt32(truncatingIfNeeded: (UInt64(voice) << 32) / UInt64(max(1, voices)))
        return phase &+ share &+ (next ? step : 0)
    }

    /// The delay in frames at a phase, ``delay`` + 2 … + 2 + twice ``depth``.
    @_noLocks
    func delay(at phase: UInt32) -> Float {
        let turn = Float(Int32(bitPattern: phase)) * 0x1p-32
        let folded = turn > 0.25 ? 0.5 - turn : turn < -0.25 ? -0.5 - turn : turn
        let wave = isTriangle ? 4 * folded : min(1, max(-1, Self.sine(ofTurn: folded)))
        // The last tap is two frames ahead, and none may be ahead of the input.
        return delay + depth + 2.0625 - depth * wave
    }

    /// The sine of −¼ … ¼ of a turn, by its series up to the ninth power: within 4 · 10⁻⁶.
    @_noLocks
    private static func sine(ofTurn turn: Float) -> Float {
        let x = turn * (2 * .pi)
        let y = x * x
        return x * (1 + y * (-1 / 6 + y * (1 / 120 + y * (-1 / 5_040 + y * (1 / 362_880)))))
    }
}
