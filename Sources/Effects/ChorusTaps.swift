import Realtime

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
    /// The phase from one voice to the next.
    private let share: UInt32
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
        share = UInt32(truncatingIfNeeded: 1 << 32 / UInt64(max(1, voices)))
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

    /// Whether the last voice is on both sides: that of an odd number.
    private var hasCentre: Bool { @_noLocks get { voices > 2 && voices & 1 == 1 } }

    /// The sum that a voice is added to: 0 for even voices, 1 for odd ones, 2 for one on both sides.
    @_noLocks
    func side(of voice: Int) -> Int { hasCentre && voice == voices - 1 ? 2 : voice & 1 }

    /// Whether a voice is added to a sum.
    @_noLocks
    func hasVoice(on side: Int) -> Bool { side == 2 ? hasCentre : side < voices }

    /// The delays of four voices, in frames.
    ///
    /// - Parameter first: The number of the first of them.
    /// - Returns: The delays at the start of the block and at its end: ``delay`` + 2 … 2 + twice
    ///   ``depth``.
    @_noLocks
    @inline(__always)
    func delays(from first: Int) -> (start: Quad, end: Quad) {
        let voices = SIMD4<UInt32>(0, 1, 2, 3) &+ UInt32(truncatingIfNeeded: first)
        let starts = voices &* share &+ phase
        let phases = SIMD8(lowHalf: starts, highHalf: starts &+ step)
        let waves = isTriangle ? PhaseWave.triangles(phases) : PhaseWave.sines(phases)
        // The last tap is two frames ahead, and none may be ahead of the input.
        let delays = delay + depth + 2.0625 - depth * waves
        return (delays.lowHalf, delays.highHalf)
    }
}
