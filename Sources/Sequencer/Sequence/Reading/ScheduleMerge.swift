import SMF

/// Merges tracks into the order in which they are played.
///
/// Within one track file order is never changed; between tracks at one tick, of the tracks' next
/// events a note-off (class 0) goes before a non-note (1) before a note-on (2), then the lower track
/// number (<doc:HowPiecesArePlayed>). That is the same as sorting by tick, class, track
/// and position in the track, if an event's class is the highest in its track at its tick so far:
/// once an event has had its turn, those behind it that are of no higher class have theirs at once,
/// since every other track's next event is of a higher class, or of the same and a higher number.
///
/// The time is cut into slices of some thousand events; see ``ScheduleBatch``. Several threads can
/// take a part of the slices each.
struct ScheduleMerge {
    /// The average number of events in a slice.
    private static let sliceCount: Int64 = 16_384
    /// From this number of events on several threads are worth while.
    private static let sharingCount = 100_000

    /// The cursors at the start of each part, and where its events go.
    private struct Part: @unchecked Sendable {
        // Sendable, since the records that the cursors look into do not change.
        var start: Int64
        var end: Int64
        var cursors: [TrackCursor]
        var offset: Int
    }

    /// A pointer that several threads write behind, each to a part of its own.
    @safe
    private struct Output: @unchecked Sendable {
        let pointer: UnsafeMutablePointer<ScheduledEvent>
    }

    /// All events in playing order.
    ///
    /// - Parameters:
    ///   - cursors: One at the start of each track, by number.
    ///   - count: The number of events that they make.
    ///   - endTick: The latest tick at which they make one, or a later one.
    ///   - resources: Resources beside the calling thread.
    /// - Returns: The events.
    static func events(
        of cursors: [TrackCursor],
        count: Int,
        endTick: Int64,
        using resources: ReadingResources
    ) -> FixedBuffer<ScheduledEvent> {
        unsafe FixedBuffer(capacity: count, prepare: resources.prepare) { pointer in
            guard count > 0 else { return 0 }
            let output = unsafe Output(pointer: pointer)
            let (ticks, sliceCount) = (endTick + 1, Int64(count) / Self.sliceCount + 1)
            let length = max(1, (ticks + sliceCount - 1) / sliceCount)
            let partCount = count < sharingCount ? 1 : resources.threadCount
            let parts = parts(of: cursors, count: partCount, ticks: ticks, length: length)
            guard parts.count > 1 else {
                for part in parts { fill(output, with: part, length: length) }
                return count
            }
            resources.distribute(parts.count) { fill(output, with: parts[$0], length: length) }
            return count
        }
    }

    /// Cuts the time into parts of whole slices.
    private static func parts(
        of cursors: [TrackCursor],
        count: Int,
        ticks: Int64,
        length: Int64
    ) -> [Part] {
        let slices = (ticks + length - 1) / length
        let size = max(1, (slices + Int64(count) - 1) / Int64(count)) * length
        var parts: [Part] = []
        var cursors = cursors
        for start in stride(from: 0, to: ticks, by: Int(clamping: size)) {
            if start > 0 { for index in cursors.indices { cursors[index].skip(to: start) } }
            parts.append(
                Part(
                    start: start,
                    end: min(start + size, ticks),
                    cursors: cursors,
                    offset: cursors.reduce(0) { $0 + $1.madeCount }
                )
            )
        }
        return parts
    }

    private static func fill(_ output: Output, with part: Part, length: Int64) {
        var next = unsafe output.pointer + part.offset
        var cursors = part.cursors
        var batch = ScheduleBatch(capacity: Int(sliceCount) * 2, length: length)
        var start = part.start
        while start < part.end {
            batch.begin(at: start, length: length)
            for index in cursors.indices {
                cursors[index].take(until: start + length, into: &batch)
            }
            unsafe next += batch.give(to: next)
            start += length
        }
    }
}
