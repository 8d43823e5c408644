import SMF

extension Division {
    /// The header's 16 bits.
    ///
    /// SMF 1.0, "Header Chunks": with the highest bit set, the high byte is the negative frame rate
    /// in two's complement.
    var word: UInt16 {
        switch self {
        case .ticksPerQuarter(let ticks): ticks
        case .smpte(let rate, let ticks): UInt16(0 &- rate.rawValue) << 8 | UInt16(ticks)
        }
    }

    /// Reads the header's 16 bits; `nil` if they name no time base.
    init?(word: UInt16) {
        guard word & 0x8000 != 0 else {
            guard word > 0 else { return nil }
            self = .ticksPerQuarter(word)
            return
        }
        let ticks = UInt8(truncatingIfNeeded: word)
        guard ticks > 0, let rate = SMPTERate(rawValue: 0 &- UInt8(word >> 8)) else { return nil }
        self = .smpte(rate, ticksPerFrame: ticks)
    }
}
