import SMF

/// The way from ticks of one tempo map to the nearest ticks of a grid that never changes.
struct DivisionConversion {
    private let map: TempoMap
    /// New ticks in a second: a fraction.
    private let ticks: Int128
    private let seconds: Int128

    /// Makes a conversion to SMPTE frames.
    init(_ map: TempoMap, rate: SMPTERate, ticksPerFrame: UInt8) {
        self.map = map
        // 29.97 is 30000 / 1001.
        ticks = Int128(ticksPerFrame) * (rate == .fps2997 ? 30_000 : Int128(rate.rawValue))
        seconds = rate == .fps2997 ? 1_001 : 1
    }

    /// Makes a conversion to quarter notes of one length.
    init(_ map: TempoMap, ticksPerQuarter: UInt16, microsecondsPerQuarter: UInt32) {
        self.map = map
        ticks = 1_000_000 * Int128(ticksPerQuarter)
        seconds = Int128(microsecondsPerQuarter)
    }

    /// The new tick whose time is the nearest to that of a tick; the later of two that are equally
    /// near.
    func newTick(_ tick: Int64) -> Int64 {
        // At most 2^87 units to 2^46 in a second, and 2^35 new ticks to 2^24 seconds: seconds and
        // their rest are taken apart, so that the products fit.
        let unitsPerSecond = Int128(map.unitsPerSecond)
        let (whole, rest) = map.units(atTick: tick).quotientAndRemainder(dividingBy: unitsPerSecond)
        let divisor = unitsPerSecond * seconds
        let (product, remainder) = (whole * ticks).quotientAndRemainder(dividingBy: seconds)
        let fraction = remainder * unitsPerSecond + rest * ticks
        return Int64(clamping: product + (2 * fraction + divisor) / (2 * divisor))
    }
}
