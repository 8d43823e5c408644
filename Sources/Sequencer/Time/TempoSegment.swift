/// A segment of constant tempo at one frame rate and speed, by which the player turns ticks into
/// item frames.
///
/// The exact time of the first tick, in units × rate, is `frame × unitsPerSecond − rest`. So the
/// frame of a later tick is `frame + ceil((Δtick × step − rest) / unitsPerSecond)`: small numbers
/// that fit 64 bits in all music, and the very integers of `TempoMap.frame(atTick:rate:)`.
struct TempoSegment: BitwiseCopyable, Sendable {
    var tick: Int64
    /// Units per tick × rate; `Int64.max` where that is more, so that a product says so.
    var step: Int64
    var wideStep: Int128
    var frame: Int64
    /// 0 … unitsPerSecond − 1.
    var rest: Int64

    /// An empty segment.
    @_noLocks
    init() {
        (tick, step, wideStep, frame, rest) = (0, 0, 0, 0, 0)
    }

    /// - Parameters:
    ///   - segment: The segment in the tempo map.
    ///   - unitsPerSecond: Of the map × the speed's numerator: below 2^62.
    ///   - rate: Frames per second × the speed's denominator: below 2^44.
    init(_ segment: TempoMap.Segment, unitsPerSecond: Int64, rate: Int64) {
        tick = segment.tick
        wideStep = Int128(segment.unitsPerTick) * Int128(rate)
        step = Int64(clamping: wideStep)
        let second = Int128(unitsPerSecond)
        let scaled = segment.units % second * Int128(rate)
        let up = (scaled + second - 1) / second
        rest = Int64(up * second - scaled)
        frame = TempoMap.frames(
            units: segment.units,
            unitsPerSecond: unitsPerSecond,
            rate: rate
        )
    }

    /// The frame of a tick that is not before this segment, as `TempoMap.frame(atTick:rate:)` has
    /// it.
    ///
    /// Safe on the audio thread.
    ///
    /// - Parameters:
    ///   - tick: The tick.
    ///   - second: The units of a second, as the segment was made with.
    /// - Returns: The frame, at most `TempoMap.lastFrame`.
    @inline(__always)
    @_noLocks
    func frame(atTick tick: Int64, second: ExactDivisor) -> Int64 {
        let (product, overflow) = (tick - self.tick).multipliedReportingOverflow(by: step)
        // The margin keeps the rounding below from overflowing.
        guard !overflow, product < Int64.max - second.divisor else {
            return wideFrame(atTick: tick, unitsPerSecond: second.divisor)
        }
        let frames = second.quotient(product - rest + second.divisor - 1)
        return min(frame + frames, TempoMap.lastFrame)
    }

    /// The same with numbers that do not fit 64 bits.
    @inline(never)
    @_noLocks
    private func wideFrame(atTick tick: Int64, unitsPerSecond: Int64) -> Int64 {
        let delta = tick - self.tick
        let (wide, isTooWide) = Int128(delta).multipliedReportingOverflow(by: wideStep)
        // As many units are more than 2^63 frames.
        if isTooWide || wide > Int128.max / 2 { return TempoMap.lastFrame }
        let frames = (wide - Int128(rest) + Int128(unitsPerSecond) - 1) / Int128(unitsPerSecond)
        return Int64(min(Int128(frame) + frames, Int128(TempoMap.lastFrame)))
    }
}
