import MIDI
import SMF

/// Merges tracks into the order in which they are played.
///
/// A heap of the tracks' next events: within one track file order is never changed; between tracks
/// at one tick a note-off goes before a non-note before a note-on, then the lower track number
/// (DESIGN.md §2, "Order within a tick"). O(events × log tracks).
struct ScheduleMerge {
    /// A track's place in the heap.
    private struct Entry: BitwiseCopyable {
        var event: ScheduledEvent
        /// The class of the event, then the track's number.
        var rank: UInt32

        init(_ event: ScheduledEvent) {
            self.event = event
            rank = ScheduleMerge.order(of: event) << 16 | UInt32(event.track)
        }

        func precedes(_ other: Entry) -> Bool {
            event.tick == other.event.tick
                ? rank < other.rank : event.tick < other.event.tick
        }
    }

    private var readers: [TrackReader]
    private var heap: [Entry] = []

    init(_ readers: [TrackReader]) {
        self.readers = readers
        for index in self.readers.indices {
            if let event = self.readers[index].next() { heap.append(Entry(event)) }
        }
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(index) }
    }

    /// All events in playing order; at most `capacity`.
    static func events(of readers: [TrackReader], capacity: Int) -> FixedBuffer<ScheduledEvent> {
        FixedBuffer(capacity: capacity) { pointer in
            var merge = ScheduleMerge(readers)
            var count = 0
            while count < capacity, let event = merge.next() {
                (pointer + count).initialize(to: event)
                count += 1
            }
            return count
        }
    }

    private mutating func next() -> ScheduledEvent? {
        guard let first = heap.first?.event else { return nil }
        if let next = readers[Int(first.track)].next() {
            heap[0] = Entry(next)
        } else {
            heap.swapAt(0, heap.count - 1)
            heap.removeLast()
        }
        siftDown(0)
        return first
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        while true {
            let left = 2 * parent + 1
            guard left < heap.count else { return }
            let right = left + 1
            let child = right < heap.count && heap[right].precedes(heap[left]) ? right : left
            guard heap[child].precedes(heap[parent]) else { return }
            heap.swapAt(parent, child)
            parent = child
        }
    }

    private static func order(of event: ScheduledEvent) -> UInt32 {
        guard event.kind == .channel else { return 1 }
        let message = event.message
        return message.isNoteOff ? 0 : (message.isNoteOn ? 2 : 1)
    }
}
