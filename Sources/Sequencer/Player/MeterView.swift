import Realtime

/// The meters of an item, and which of its beats click.
///
/// Beat n of a meter begins at the first tick that is not before its exact time, as `MeterMap` has
/// it. Beats that are shorter than a tick fall together: one of them counts.
struct MeterView: BitwiseCopyable, Sendable {
    /// By tick; the first is at tick 0, and without bars there are none.
    let meters: LentElements<Meter>
    /// Ticks in a whole note.
    let wholeNote: Int64
    /// The beats that click when the item is played.
    let played: TickRange
    /// The beats that click in a pass of its loop.
    let loop: TickRange

    /// Ticks from the first on, the end left out.
    struct TickRange: BitwiseCopyable, Sendable {
        let start: Int64
        let end: Int64
    }

    /// A beat of the meter map.
    struct Beat: BitwiseCopyable {
        /// `Int64.max` where there is none.
        var tick = Int64.max
        /// Counted from the first of its meter.
        var number: Int64 = 0
        var meter = 0
        var isBarStart = false

        @_noLocks
        init() {}
    }

    /// The longest time that a click is held: a sixteenth note.
    var longestClick: Int64 { @_noLocks get { max(wholeNote / 16, 1) } }

    /// The first beat that is not before a tick.
    @_noLocks
    func beat(notBefore tick: Int64) -> Beat {
        guard meters.count > 0 else { return Beat() }
        var (low, left) = (0, meters.count)
        while left > 0 {
            let half = left / 2
            if meters[low + half].tick > tick {
                left = half
            } else {
                low += half + 1
                left -= half + 1
            }
        }
        return beat(notBefore: tick, meter: max(low - 1, 0))
    }

    /// The beat after another one.
    @_noLocks
    func beat(after beat: Beat) -> Beat {
        guard meters.count > 0, beat.tick < .max else { return Beat() }
        return self.beat(notBefore: beat.tick + 1, meter: beat.meter)
    }

    @_noLocks
    private func beat(notBefore tick: Int64, meter index: Int) -> Beat {
        let meter = meters[index]
        let power = Int128(meter.denominatorPower)
        let offset = tick - meter.tick
        var beat = Beat()
        beat.meter = index
        if offset > 0 {
            beat.number = Int64(clamping: (Int128(offset - 1) << power) / Int128(wholeNote)) + 1
        }
        let parts = Int128(beat.number) * Int128(wholeNote)
        let ticks = Int64(clamping: (parts + (Int128(1) << power) - 1) >> power)
        let (start, overflow) = meter.tick.addingReportingOverflow(ticks)
        beat.tick = overflow ? .max : start
        if index + 1 < meters.count, beat.tick >= meters[index + 1].tick {
            beat.tick = meters[index + 1].tick
            beat.meter = index + 1
            beat.number = 0
        }
        beat.isBarStart = beat.number % meters[beat.meter].numerator == 0
        return beat
    }
}
