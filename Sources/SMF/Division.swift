/// The unit of a tick.
public enum Division: Hashable, Sendable {
    /// Musical time: ticks per quarter note, 1 … 32767.
    case ticksPerQuarter(UInt16)
    /// Absolute time: ticks per SMPTE frame, 1 … 255; tempo events do not matter.
    case smpte(SMPTERate, ticksPerFrame: UInt8)
}

/// A SMPTE frame rate; the raw value is the number that files carry (negated in a division).
public enum SMPTERate: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// Exactly 24 frames per second.
    case fps24 = 24
    /// Exactly 25 frames per second.
    case fps25 = 25
    /// 30000/1001 frames per second (30 drop-frame).
    case fps2997 = 29
    /// Exactly 30 frames per second.
    case fps30 = 30
}
