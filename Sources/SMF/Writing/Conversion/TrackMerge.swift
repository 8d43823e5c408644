/// Merges the events of tracks by time, then by a ``MergeOrder``.
///
/// A heap of the tracks' next events: O(events × log tracks).
struct TrackMerge {
    /// The entry of a track in the heap.
    private struct Entry: BitwiseCopyable {
        var tick: Int64
        /// The rank of the event, then the track's number.
        var rank: UInt64
        var track: Int

        init(_ event: PlacedEvent, _ order: MergeOrder) {
            tick = event.tick
            track = event.track
            rank = UInt64(event.rank(order)) << 32 | UInt64(event.track)
        }

        func precedes(_ other: Entry) -> Bool {
            tick == other.tick ? rank < other.rank : tick < other.tick
        }
    }

    private let order: MergeOrder
    private var cursors: [TrackCursor]
    /// The next event of each track.
    private var heads: [PlacedEvent?]
    private var heap: [Entry] = []

    /// Makes a merge before the first event.
    init(_ tracks: [Track], order: MergeOrder = .byTrack) {
        self.order = order
        cursors = tracks.enumerated().map { TrackCursor($1, number: $0) }
        heads = Array(repeating: nil, count: tracks.count)
        for index in cursors.indices {
            heads[index] = cursors[index].next()
            if let head = heads[index] { heap.append(Entry(head, order)) }
        }
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(index) }
    }

    /// The next event.
    mutating func next() -> PlacedEvent? {
        guard let track = heap.first?.track else { return nil }
        let event = heads[track]
        heads[track] = cursors[track].next()
        if let head = heads[track] {
            heap[0] = Entry(head, order)
        } else {
            heap.swapAt(0, heap.count - 1)
            heap.removeLast()
        }
        siftDown(0)
        return event
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
}
