import SMF

/// The flow of time under lyrics, which breaks lines that have no marks.
struct LyricsPace {
    /// The ticks of a quarter note, or of half a second if there are no quarter notes.
    let quarter: Int64
    private let meterMap: MeterMap

    init(_ sequence: PreparedSequence) {
        meterMap = sequence.meterMap
        switch sequence.division {
        case .ticksPerQuarter(let ticks): quarter = Int64(ticks)
        case .smpte(let rate, let ticks): quarter = Int64(rate.rawValue) * Int64(ticks) / 2
        }
    }

    /// Whether a bar line is between two ticks, or on the second.
    func crossesBar(from first: Int64, to second: Int64) -> Bool {
        guard let before = meterMap.position(atTick: first),
            let after = meterMap.position(atTick: second)
        else { return false }
        return after.bar > before.bar
    }
}
