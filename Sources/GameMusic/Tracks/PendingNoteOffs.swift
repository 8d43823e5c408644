import MIDI

/// The note-offs that are due later, the first one on top: a binary heap.
struct PendingNoteOffs {
    private struct Entry {
        var tick: Int64
        /// Those of one tick come in the order of their note-ons.
        var order: Int
        var message: MIDIMessage

        func isBefore(_ other: Entry) -> Bool { (tick, order) < (other.tick, other.order) }
    }

    private var heap: [Entry] = []
    private var count = 0

    /// The tick of the first; `nil` if there is none.
    var firstTick: Int64? { heap.first?.tick }

    /// Adds a note-off.
    mutating func insert(_ message: MIDIMessage, at tick: Int64) {
        heap.append(Entry(tick: tick, order: count, message: message))
        count += 1
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes the first one.
    mutating func removeFirst() -> (tick: Int64, message: MIDIMessage)? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        return (first.tick, first.message)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var child = parent * 2 + 1
            guard child < heap.count else { return }
            if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            parent = child
        }
    }
}
