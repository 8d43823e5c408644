/// The scheduled work of an event loop.
struct LoopTimers {
    typealias Work = () -> Void

    private struct Entry {
        let deadline: LoopTime
        let number: Int
        let work: Work

        /// Whether it is due after another one; of those due at the same time, the later one made.
        func isAfter(_ deadline: LoopTime, _ number: Int) -> Bool {
            self.deadline > deadline || self.deadline == deadline && self.number > number
        }
    }

    /// The entries, the next one last.
    private var entries: [Entry] = []

    /// The time at which the next one is due.
    var next: LoopTime? { entries.last?.deadline }

    /// Adds work.
    ///
    /// - Parameters:
    ///   - deadline: The time at which it is due.
    ///   - number: Its number: work due at the same time runs in the order of its numbers.
    ///   - work: The work.
    mutating func add(at deadline: LoopTime, number: Int, _ work: @escaping Work) {
        let entry = Entry(deadline: deadline, number: number, work: work)
        entries.insert(entry, at: index(of: deadline, number))
    }

    /// Removes and returns the work that is due.
    mutating func takeDue(_ now: LoopTime) -> Work? {
        guard let last = entries.last, last.deadline <= now else { return nil }
        return entries.removeLast().work
    }

    /// Removes work that is not yet due.
    mutating func remove(at deadline: LoopTime, number: Int) {
        let index = index(of: deadline, number)
        guard entries.indices.contains(index), entries[index].number == number else { return }
        entries.remove(at: index)
    }

    /// The index after all entries that are due later than this.
    private func index(of deadline: LoopTime, _ number: Int) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].isAfter(deadline, number) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
