import ControlProtocol
import Playback

/// Editing the queue: what plays goes on, unless it is removed.
extension Transport {
    /// Empties the queue; the piece that plays goes on, alone in it.
    func clear() {
        if queue.current != nil, state != .stopped {
            return edit { queue in queue.clear(keepsCurrent: true) }
        }
        loader.tickets.cancel(.current, .version)
        unload()
        playback.locate(at: 0)
        edit { queue in queue.clear(keepsCurrent: false) }
    }

    /// The index of an entry.
    ///
    /// - Parameter entry: Its number in the queue, from 1.
    /// - Returns: Its index.
    /// - Throws: Status 64 for an entry that does not exist.
    func index(of entry: Int) throws(RequestError) -> Int {
        guard queue.entries.indices.contains(entry - 1) else {
            let count = queue.entries.count
            let range = count == 0 ? "the queue is empty" : "the queue has 1 to \(count)"
            throw RequestError(.usage, "no entry \(entry): \(range)")
        }
        return entry - 1
    }

    /// Removes entries; where the current one is among them, goes on with the one after them.
    ///
    /// - Parameter entries: Their numbers in the queue, from 1.
    /// - Throws: Status 64 for an entry that does not exist; nothing is removed then.
    func remove(_ entries: ClosedRange<Int>) throws(RequestError) {
        let (first, last) = (try index(of: entries.lowerBound), try index(of: entries.upperBound))
        edit { queue in queue.remove(first...last) }
        guard queue.currentIndex == nil, piece != nil || state != .stopped else { return }
        guard queue.entries.indices.contains(first) else {
            loader.tickets.cancel(.current, .version)
            stop()
            unload()
            playback.locate(at: 0)
            return
        }
        go(to: first)
    }

    /// Moves an entry to another place.
    ///
    /// - Parameters:
    ///   - entry: Its number in the queue, from 1.
    ///   - place: The number that it is to have.
    /// - Throws: Status 64 for an entry or a place that does not exist.
    func move(_ entry: Int, to place: Int) throws(RequestError) {
        let (from, to) = (try index(of: entry), try index(of: place))
        edit { queue in queue.move(from, to: to) }
    }

    /// Puts the entries into a random order, the current one first.
    func shuffle() {
        edit { queue in queue.shuffle() }
    }

    /// Changes the order of the queue, or its entries; the current one plays on.
    private func edit(_ change: (inout PlayQueue) -> Void) {
        // Another entry may follow.
        forgetNext()
        loader.tickets.cancel(.target)
        let dropped = queue.dropTarget()
        change(&queue)
        report(.changed)
        guard queue.currentIndex != nil else { return }
        if let dropped { stay(isOverdue: dropped.isOverdue) } else { prepareNext() }
    }
}
