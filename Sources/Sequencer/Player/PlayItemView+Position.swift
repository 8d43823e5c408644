import Realtime

extension PlayerCore {
    /// The item frame of one item at the musical position that an item frame of another one has.
    ///
    /// At the same tempo map only the speeds matter; at another one the ticks do, with the
    /// part of a tick that is over.
    @_noLocks
    func itemFrame(in item: PlayItemView, of frame: Int64, in old: PlayItemView) -> Int64 {
        if item.schedule.events == old.schedule.events, item.tempoOverride == old.tempoOverride {
            return item.speed.itemFrame(of: frame, at: old.speed)
        }
        return item.frame(at: old.musicalPosition(ofFrame: frame))
    }
}

extension PlayItemView {
    /// A tick and the part of it that is over: `part / whole`.
    struct MusicalPosition: BitwiseCopyable {
        var tick: Int64
        var part: Int128
        var whole: Int128

        @_noLocks
        init(tick: Int64, part: Int128, whole: Int128) {
            self.tick = tick
            self.part = part
            self.whole = whole
        }
    }

    /// The musical position of an item frame.
    @_noLocks
    func musicalPosition(ofFrame frame: Int64) -> MusicalPosition {
        let frame = min(max(frame, 0), TempoMap.lastFrame)
        let segment = segments[segment(ofFrame: frame)]
        let elapsed =
            Int128(frame - segment.frame) * Int128(second.divisor) + Int128(segment.rest)
        let (ticks, part) = elapsed.quotientAndRemainder(dividingBy: segment.wideStep)
        return MusicalPosition(
            tick: Int64(clamping: Int128(segment.tick) + ticks),
            part: part,
            whole: segment.wideStep
        )
    }

    /// The frames of a quarter note at an item frame; 0 where ticks are parts of SMPTE frames.
    @_noLocks
    func framesPerQuarter(atFrame frame: Int64) -> Double {
        let step = Double(segments[segment(ofFrame: frame)].step)
        return step * Double(ticksPerQuarter) / Double(second.divisor)
    }

    /// The tempo segment of an item frame.
    @_noLocks
    func segment(ofFrame frame: Int64) -> Int {
        var (low, count) = (0, segments.count)
        while count > 0 {
            let half = count / 2
            if segments[low + half].frame > frame {
                count = half
            } else {
                low += half + 1
                count -= half + 1
            }
        }
        return max(low - 1, 0)
    }

    /// The tempo segment of a tick.
    @_noLocks
    func segment(ofTick tick: Int64) -> Int {
        var (low, count) = (0, segments.count)
        while count > 0 {
            let half = count / 2
            if segments[low + half].tick > tick {
                count = half
            } else {
                low += half + 1
                count -= half + 1
            }
        }
        return max(low - 1, 0)
    }

    /// The item frame of a tick, as the player has it.
    @_noLocks
    func frame(ofTick tick: Int64) -> Int64 {
        segments[segment(ofTick: tick)].frame(atTick: tick, second: second)
    }

    /// The first item frame that is not before a musical position.
    @_noLocks
    func frame(at position: MusicalPosition) -> Int64 {
        let segment = segments[segment(ofTick: position.tick)]
        // In music that lasts for thousands of years the part of a tick does not matter.
        let (product, isTooWide) = position.part.multipliedReportingOverflow(by: segment.wideStep)
        let part = isTooWide ? 0 : product / position.whole
        let ticks = Int128(position.tick - segment.tick)
        let (units, overflow) = ticks.multipliedReportingOverflow(by: segment.wideStep)
        if overflow || units > Int128.max / 2 { return TempoMap.lastFrame }
        let second = Int128(second.divisor)
        let frames = (units + part - Int128(segment.rest) + second - 1) / second
        return Int64(min(Int128(segment.frame) + frames, Int128(TempoMap.lastFrame)))
    }
}
