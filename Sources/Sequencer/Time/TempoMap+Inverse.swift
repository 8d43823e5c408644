public import SMF

// A tick has an exact time. A unit that is as fine as a tick, or finer, converts back to the same
// tick:
//
//     tick → beats → tick          always
//     tick → frame → tick          where ticks are a frame or more apart (the frame is rounded up,
//                                  the tick down)
//     tick → nanoseconds → tick    where they are a nanosecond or more apart (down, up)
//     tick → time code → tick      where they are a hundredth of a frame or more apart (down, up)
//     tick → bar:beat:tick → tick  always (`MeterMap`)
extension TempoMap {
    /// The tick in quarter notes; `nil` for SMPTE time code, which has none.
    ///
    /// - Parameter tick: A tick.
    /// - Returns: The exact number.
    public func beats(atTick tick: Int64) -> Beats? {
        guard case .ticksPerQuarter(let ticks) = division else { return nil }
        return Beats(tick, over: Int64(max(ticks, 1)))
    }

    /// The last tick that is not after a number of quarter notes; `nil` for SMPTE time code.
    ///
    /// - Parameter beats: Quarter notes from the start.
    /// - Returns: The tick, cut to 64 bits.
    public func tick(atBeats beats: Beats) -> Int64? {
        guard case .ticksPerQuarter(let ticks) = division else { return nil }
        return beats.floor(parts: Int64(max(ticks, 1)))
    }

    /// The first tick that is not before a time: the inverse of ``nanoseconds(atTick:)``.
    ///
    /// - Parameter nanoseconds: The time; below 0 counts as 0.
    /// - Returns: The tick.
    public func tick(notBeforeNanoseconds nanoseconds: Int64) -> Int64 {
        let scaled = Int128(max(nanoseconds, 0)) * Int128(unitsPerSecond)
        return tick(notBeforeUnits: (scaled + 999_999_999) / 1_000_000_000)
    }

    /// The time of the tick in SMPTE time code, rounded down to a hundredth of a frame.
    ///
    /// - Parameters:
    ///   - tick: A tick; below 0 counts as 0.
    ///   - rate: Frames of time code per second; it need not be that of the division.
    /// - Returns: The time, counted from 00:00:00:00.
    public func timeCode(atTick tick: Int64, rate: SMPTERate) -> TimeCode {
        // Units stay below 2^87, and 100 × 30,000 below 2^22.
        let scaled = units(atTick: tick) * Int128(100 * rate.exactFrames)
        let hundredths = scaled / (Int128(unitsPerSecond) * Int128(rate.secondsOfExactFrames))
        return TimeCode(
            frame: Int64(clamping: hundredths / 100),
            hundredths: Int(hundredths % 100),
            rate: rate
        )
    }

    /// The first tick that is not before a time in SMPTE time code: the inverse of
    /// ``timeCode(atTick:rate:)``.
    ///
    /// - Parameter timeCode: The time, counted from 00:00:00:00.
    /// - Returns: The tick.
    public func tick(at timeCode: TimeCode) -> Int64 {
        let hundredths = Int128(timeCode.frame) * 100 + Int128(timeCode.hundredths)
        let second = Int128(unitsPerSecond) * Int128(timeCode.rate.secondsOfExactFrames)
        let frames = Int128(100 * timeCode.rate.exactFrames)
        return tick(notBeforeUnits: (hundredths * second + frames - 1) / frames)
    }

    /// The first tick that is not before a time in units.
    private func tick(notBeforeUnits units: Int128) -> Int64 {
        let tick = tick(atUnits: units)
        return tick < .max && self.units(atTick: tick) < units ? tick + 1 : tick
    }
}
