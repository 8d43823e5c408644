import ControlProtocol
import Playback

/// Editing the queue: what plays continues, unless it is removed.
extension QueuePlayer {
    /// Empties the queue; the piece that plays continues, alone in it.
    func clear() {
        if queue.list.current != nil, run.state != .stopped {
            return edit { $0.clear(keepsCurrent: true) }
        }
        loader.tickets.cancel(.current, .version)
        unload()
        playback.locate(at: 0)
        edit { $0.clear(keepsCurrent: false) }
    }

    /// The index of an entry.
    ///
    /// - Parameter entry: The entry.
    /// - Returns: Its index.
    /// - Throws: Status 64 for an entry that does not exist.
    func index(of entry: EntryAddress) throws(RequestError) -> Int {
        switch entry {
        case .position(let position):
            if queue.list.entries.indices.contains(position - 1) { return position - 1 }
            let count = queue.list.entries.count
            let range = count == 0 ? "the queue is empty" : "the queue has 1 to \(count)"
            throw RequestError(.usage, "no entry \(position): \(range)")
        case .id(let id):
            if let index = queue.list.index(ofNumber: id) { return index }
            throw RequestError(.usage, "no entry with the ID \(id) in the queue")
        }
    }

    /// Removes entries; if the current one is among them, continues with the one after them.
    ///
    /// - Parameters:
    ///   - entry: The first entry.
    ///   - other: The last entry.
    /// - Throws: Status 64 for an entry that does not exist, or a last one before the first; nothing
    ///   is removed then.
    func remove(_ entry: EntryAddress, through other: EntryAddress) throws(RequestError) {
        let (first, last) = (try index(of: entry), try index(of: other))
        guard first <= last else {
            throw RequestError(.usage, "entry \(other) is before entry \(entry)")
        }
        edit { $0.remove(first...last) }
        guard queue.list.currentIndex == nil, piece != nil || run.state != .stopped else { return }
        guard let next = queue.list.indexAfterRemoval(first) else {
            loader.tickets.cancel(.current, .version)
            controls.stop()
            unload()
            playback.locate(at: 0)
            return
        }
        go(to: next)
    }

    /// Moves an entry to another position.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - position: The position that it is to have, from 1.
    /// - Throws: Status 64 for an entry or a position that does not exist.
    func move(_ entry: EntryAddress, to position: Int) throws(RequestError) {
        let (from, to) = (try index(of: entry), try index(of: .position(position)))
        edit { $0.move(from, to: to) }
    }

    /// Exchanges two entries.
    ///
    /// - Throws: Status 64 for an entry that does not exist.
    func swap(_ entry: EntryAddress, _ other: EntryAddress) throws(RequestError) {
        let (first, second) = (try index(of: entry), try index(of: other))
        edit { $0.swap(first, second) }
    }

    /// Turns a mode of the queue on or off; the current entry continues to play.
    func setMode(_ mode: WritableKeyPath<PlayModes, Bool>, _ isOn: Bool) {
        var modes = queue.list.modes
        modes[keyPath: mode] = isOn
        // A random order stays as it is if it is asked for again.
        guard modes != queue.list.modes else { return }
        edit { $0.setModes(modes) }
    }

    /// Puts the entries into a random order, the current one first.
    func shuffle() {
        edit { $0.shuffle() }
    }

    /// Changes the order of the queue, or its entries; the current one continues to play.
    private func edit(_ change: (inout PlayQueue) -> Void) {
        // Another entry may follow.
        queue.forgetNext()
        loader.tickets.cancel(.target)
        let dropped = queue.list.dropTarget()
        change(&queue.list)
        run.report(.changed)
        guard queue.list.currentIndex != nil else { return }
        if let dropped { stay(isOverdue: dropped.isOverdue) } else { queue.prepareNext() }
    }
}
