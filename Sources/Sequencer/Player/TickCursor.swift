import Realtime

/// The tick of the event that comes next, with the engine frame at which it is due.
///
/// Within an item, or a pass of its loop, ticks never go back: the tempo segment is looked for from
/// the present one on.
struct TickCursor: BitwiseCopyable {
    /// The tick; −1 before the first event.
    private(set) var tick: Int64 = -1
    /// The engine frame at which the tick is due.
    var frame: Int64 = 0
    /// The tempo segment of the tick, and the tick at which it ends; `Int64.min` where it is to be
    /// looked up.
    private var segment = TempoSegment()
    private var segmentEnd = Int64.min
    private var segmentIndex = 0

    @_noLocks
    init() {}

    /// Has the frame of the next event worked out, even if its tick is the last one's.
    @_noLocks
    mutating func invalidateTick() { tick = -1 }

    /// Has the segment looked up in another item, whose tempo map has the same segments.
    @_noLocks
    mutating func invalidateSegment() { segmentEnd = .min }

    /// Continues from a tempo segment.
    @_noLocks
    mutating func locate(segment index: Int) {
        segmentIndex = index
        segmentEnd = .min
    }

    /// Goes to a tick.
    ///
    /// Behind the slot, since an item has many fields and few are looked at.
    ///
    /// - Returns: The item frame of the tick; ``frame`` is to be set to the engine frame of it.
    @inline(__always)
    @_noLocks
    mutating func advance(to tick: Int64, in slot: borrowing ItemSlot) -> Int64 {
        if tick >= segmentEnd { findSegment(of: tick, in: slot) }
        self.tick = tick
        return segment.frame(atTick: tick, second: slot.value.second)
    }

    @inline(never)
    @_noLocks
    private mutating func findSegment(
        of tick: Int64,
        in slot: borrowing ItemSlot
    ) {
        let segments = slot.value.segments
        let count = segments.count
        while segmentIndex + 1 < count && segments[segmentIndex + 1].tick <= tick {
            segmentIndex += 1
        }
        segment = segments[segmentIndex]
        segmentEnd = segmentIndex + 1 < count ? segments[segmentIndex + 1].tick : .max
    }
}
