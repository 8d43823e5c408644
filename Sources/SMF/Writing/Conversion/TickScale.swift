/// Ticks per quarter note to others, rounded to the nearest, a half up.
struct TickScale {
    private let old: Int64
    private let new: Int64

    /// Makes a scale from one division to another, both 1 … 32767.
    init(from old: UInt16, to new: UInt16) {
        self.old = Int64(old)
        self.new = Int64(new)
    }

    /// The new tick of a tick, which is not below 0.
    func newTick(_ tick: Int64) -> Int64 {
        // In halves: (2 × tick × new + old) ÷ (2 × old).
        let (product, overflow) = tick.multipliedReportingOverflow(by: 2 * new)
        if !overflow, product <= Int64.max - old { return (product + old) / (2 * old) }
        return Int64(clamping: (Int128(tick) * Int128(2 * new) + Int128(old)) / Int128(2 * old))
    }
}
