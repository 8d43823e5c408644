/// The random order of a queue's entries, by their numbers: each is played once in a pass.
struct RandomOrder {
    /// The entries that were played, the last one last; without the current one.
    private(set) var played: [Int] = []
    /// The entries that are still to be played in this pass, the next one first.
    private(set) var coming: [Int] = []

    /// Begins a pass.
    ///
    /// - Parameters:
    ///   - entries: All entries.
    ///   - current: The one that plays; it belongs to the pass before.
    mutating func begin(_ entries: [Int], current: Int?) {
        coming = entries.filter { $0 != current }.shuffled()
    }

    /// Adds entries at random places among those to come.
    mutating func add(_ entries: [Int]) {
        for entry in entries {
            coming.insert(entry, at: Int.random(in: 0...coming.count))
        }
    }

    /// Removes all entries but some.
    mutating func keep(_ entries: Set<Int>) {
        played.removeAll { !entries.contains($0) }
        coming.removeAll { !entries.contains($0) }
    }

    /// Goes from one entry to another.
    ///
    /// - Parameters:
    ///   - current: The entry that played; `nil` if none did.
    ///   - entry: The entry that plays now.
    mutating func go(from current: Int?, to entry: Int) {
        guard current != entry else { return }
        // In the next pass an entry may be both the last one and the next.
        if played.last == entry, coming.first != entry {
            played.removeLast()
            if let current { coming.insert(current, at: 0) }
            return
        }
        if let current { played.append(current) }
        coming.removeAll { $0 == entry }
        played.removeAll { $0 == entry }
    }

    /// Skips an entry: it is not played in this pass any more.
    mutating func skip(_ entry: Int) {
        guard let index = coming.firstIndex(of: entry) else { return }
        coming.remove(at: index)
        played.append(entry)
    }
}
