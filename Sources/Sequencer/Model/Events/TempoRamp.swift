import SMF

/// A tempo that changes steadily from one value to another.
///
/// The *period*, microseconds per quarter note, changes evenly over the ticks: time is then a
/// quadratic function of ticks, without logarithms. It is played, saved and converted as steps on a
/// grid of 64th notes (wider, if there were more than 65,536), each with the mean period of its
/// ticks. At every step the time is that of the ideal ramp, except for less than a microsecond for
/// each quarter note of a step: each step corrects the rounding of the one before.
public struct TempoRamp: Hashable, Sendable {
    /// Microseconds per quarter note at its start, 1 … 0xFFFFFF.
    public let start: UInt32
    /// Microseconds per quarter note at its end, and from there on.
    public let end: UInt32
    /// The length in ticks, 0 … 2^50; the next tempo may end it sooner.
    public let length: Int64

    /// The greatest length: products of it with periods fit 128 bits.
    private static let longest: Int64 = 1 << 50

    /// Makes a ramp; periods outside 1 … 0xFFFFFF and lengths outside 0 … 2^50 are cut to that.
    ///
    /// - Parameters:
    ///   - start: Microseconds per quarter note at its start.
    ///   - end: Microseconds per quarter note at its end.
    ///   - length: The length in ticks.
    public init(from start: UInt32, to end: UInt32, length: Int64) {
        self.start = min(max(start, 1), 0xFF_FFFF)
        self.end = min(max(end, 1), 0xFF_FFFF)
        self.length = min(max(length, 0), Self.longest)
    }

    /// The greatest number of steps that a ramp makes.
    static let maximumSteps: Int64 = 65_536

    /// Its steps, from a tick on: only those at which the tempo changes.
    ///
    /// - Parameters:
    ///   - tick: The start of the ramp.
    ///   - next: The position of the next tempo, which ends it; `nil` if there is none.
    ///   - division: The unit of a tick.
    /// - Returns: The tempos, without the one at the ramp's end if it does not come to that.
    func steps(from tick: Int64, until next: Int64?, division: Division) -> [TempoMap.Change] {
        let sixtyFourth: Int64 =
            if case .ticksPerQuarter(let ticks) = division { max(Int64(ticks) / 16, 1) } else { 1 }
        let grid = max(sixtyFourth, (length + Self.maximumSteps - 1) / Self.maximumSteps)
        let played = next.map { min(max($0 - tick, 0), length) } ?? length
        var changes: [TempoMap.Change] = []
        func append(_ offset: Int64, _ period: UInt32) {
            guard changes.last?.microsecondsPerQuarter != period else { return }
            let at = tick.addingClamped(offset)
            changes.append(TempoMap.Change(tick: at, microsecondsPerQuarter: period))
        }
        var (offset, error) = (Int64(0), Int128(0))
        while offset < played {
            let stop = min(offset + grid, length)
            // The period × 2 × length in the middle between both ends of the step, exactly.
            let rise = Int128(end) - Int128(start)
            let mean = 2 * Int128(length) * Int128(start) + rise * Int128(offset + stop)
            let unit = 2 * Int128(length)
            let ticks = Int128(stop - offset)
            // This step corrects the rounding of those before.
            let wanted = mean * ticks + error
            let period = min(
                max((wanted + unit * ticks / 2) / (unit * ticks), 1),
                Int128(0xFF_FFFF)
            )
            error = wanted - period * unit * ticks
            append(offset, UInt32(period))
            offset = stop
        }
        if next.map({ $0.addingClamped(-tick) > length }) ?? true { append(length, end) }
        return changes
    }

    /// The period at an offset from its start, rounded to whole microseconds.
    func period(at offset: Int64) -> UInt32 {
        guard offset > 0 else { return start }
        guard offset < length else { return end }
        let rise = (Int128(end) - Int128(start)) * Int128(offset)
        let half = Int128(length) / 2
        let rounded = rise >= 0 ? (rise + half) / Int128(length) : -((half - rise) / Int128(length))
        return UInt32(clamping: Int128(start) + rounded)
    }
}
