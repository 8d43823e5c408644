/// A stretch of constant tempo at one frame rate: what the player turns ticks into frames with.
///
/// The exact time of the first tick, in units × rate, is `frame × unitsPerSecond − rest`. So the
/// frame of a later tick is `frame + ceil((Δtick × step − rest) / unitsPerSecond)`: small numbers
/// that fit 64 bits in all music, and the very integers of `TempoMap.frame(atTick:rate:)`.
struct TempoSegment: BitwiseCopyable, Sendable {
    var tick: Int64
    /// Units per tick × rate.
    var step: Int64
    var frame: Int64
    /// 0 … unitsPerSecond − 1.
    var rest: Int64

    init(_ segment: TempoMap.Segment, unitsPerSecond: Int64, rate: Int64) {
        tick = segment.tick
        step = segment.unitsPerTick * rate
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
    @_noLocks
    func frame(atTick tick: Int64, unitsPerSecond: Int64) -> Int64 {
        let (product, overflow) = (tick - self.tick).multipliedReportingOverflow(by: step)
        // The margin keeps the rounding below from overflowing: unitsPerSecond is under 2^35.
        if !overflow && product < Int64.max - (1 << 36) {
            let numerator = product - rest + unitsPerSecond - 1
            return min(frame + numerator / unitsPerSecond, TempoMap.lastFrame)
        }
        let wide = Int128(tick - self.tick) * Int128(step) - Int128(rest)
        let frames = (wide + Int128(unitsPerSecond) - 1) / Int128(unitsPerSecond)
        return Int64(min(Int128(frame) + frames, Int128(TempoMap.lastFrame)))
    }
}
