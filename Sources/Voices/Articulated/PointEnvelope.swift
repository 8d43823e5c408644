import Realtime

/// An envelope through points, in blocks.
struct PointEnvelope: BitwiseCopyable {
    /// A value for each point of a voice's envelopes.
    typealias Points = InlineArray<64, Float>

    /// The value at the end of the last block.
    private(set) var value: Float = 0
    /// Whether it has passed its last point.
    private(set) var hasEnded = false
    private var index = 0
    private var from: Float = 0
    private var frame: Float = 0
    private var isReleased = false

    /// An envelope at its start.
    @_noLocks
    init() {}

    /// Leaves the point at which it waits.
    @_noLocks
    mutating func release() { isReleased = true }

    /// Advances by a block.
    ///
    /// - Parameters:
    ///   - envelope: The points.
    ///   - times: The seconds of all envelopes' points.
    ///   - levels: Their levels.
    ///   - first: The index of its first point among them.
    ///   - conversions: The tables.
    @_noLocks
    mutating func step(
        _ envelope: ArticulationRecord.Envelope,
        _ times: inout Points,
        _ levels: inout Points,
        from first: Int,
        _ conversions: borrowing Conversions
    ) {
        guard !hasEnded else { return }
        if isReleased, index <= envelope.sustain {
            // What is before the note-off's point is left out.
            index = envelope.sustain &+ 1
            (from, frame) = (value, 0)
        }
        frame += Float(Block.frames)
        while index < envelope.points.count, first &+ index < times.count {
            let point = envelope.points[index]
            let length = max(0, times[first &+ index]) * Float(conversions.rate)
            let level = levels[first &+ index]
            guard frame >= length else {
                value =
                    from + (level - from) * Self.shaped(frame / length, point.shape, conversions)
                return
            }
            value = level
            if index == envelope.sustain, !isReleased {
                // It waits, and begins what follows at the note-off.
                frame = length
                return
            }
            frame -= length
            from = level
            index &+= 1
        }
        // As in sfizz: behind the last point there is nothing.
        value = 0
        hasEnded = true
    }

    /// The part of the way to a level that is done.
    @_noLocks
    private static func shaped(
        _ position: Float,
        _ shape: Float,
        _ conversions: borrowing Conversions
    ) -> Float {
        guard shape != 0, position > 0 else { return position }
        func power(_ base: Double, _ exponent: Double) -> Double {
            guard base > 0 else { return 0 }
            // x^s = 2^(s · log2 x).
            return conversions.powerOfTwo(
                exponent * conversions.decimalLogarithm(base) * 3.321928094887362
            )
        }
        if shape > 0 { return Float(power(Double(position), Double(1 + shape))) }
        return Float(1 - power(1 - Double(position), Double(1 - shape)))
    }
}
