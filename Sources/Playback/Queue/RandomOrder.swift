/// The random order of a queue's entries, by their numbers: each is played once in a pass.
///
/// It is one list, with the entries that were played, the current one and those to come; `next` and
/// `previous` go along it.
struct RandomOrder {
    private var order: [Int] = []
    /// The index of the current entry; -1 before the first.
    private var index = -1
    /// The index of the entry to which playing is going.
    private var goal: Int?

    /// The entries that were played, the last one last; without the current one.
    var played: ArraySlice<Int> { order[..<max(index, 0)] }
    /// The entries that are still to be played in this pass, the next one first.
    var coming: ArraySlice<Int> { order[(index + 1)...] }
    /// The entry after the target, or after the current one; `nil` at the end of the pass.
    var next: Int? { entry(at: (goal ?? index) + 1) }
    /// The entry before the target, or before the current one; `nil` at the start.
    var previous: Int? { entry(at: (goal ?? index) - 1) }

    private func entry(at index: Int) -> Int? {
        order.indices.contains(index) ? order[index] : nil
    }

    /// Begins a pass after the current entry.
    ///
    /// - Parameters:
    ///   - entries: All entries.
    ///   - current: The one that plays; it belongs to the pass before.
    mutating func begin(_ entries: [Int], current: Int?) {
        if index < 0, let current {
            order = [current]
            index = 0
        }
        // A pass back is enough.
        let past = order[...index].suffix(max(entries.count, 1))
        order = past + entries.filter { $0 != current }.shuffled()
        index = past.count - 1
        goal = nil
    }

    /// Adds entries next, or at random positions among those to come, after those with a priority.
    mutating func add(_ entries: [Int], isNext: Bool, behind prioritized: Set<Int>) {
        let start = (goal ?? index) + 1
        guard !isNext else {
            order.insert(contentsOf: entries, at: start)
            return
        }
        for entry in entries {
            order.insert(entry, at: randomPlace(from: start, behind: prioritized))
        }
    }

    /// Puts the entries to come into the order of their priorities; those of the same one keep theirs.
    ///
    /// - Parameters:
    ///   - changed: The entries whose priority has changed.
    ///   - repeatsPlayed: Whether those of them that were played are played again.
    ///   - priority: The priorities by entry.
    mutating func prioritize(_ changed: [Int], repeatsPlayed: Bool, priority: [Int: Int]) {
        let start = max(index, goal ?? index) + 1
        if repeatsPlayed {
            let present = Set(order[max(index, 0)...])
            order += changed.filter { !present.contains($0) }
        }
        let coming = order[start...].enumerated().sorted {
            let (first, second) = (priority[$0.element] ?? 0, priority[$1.element] ?? 0)
            return first == second ? $0.offset < $1.offset : first > second
        }
        order.replaceSubrange(start..., with: coming.map(\.element))
    }

    /// Removes all entries but some.
    mutating func keep(_ entries: Set<Int>) {
        index = order[...index].count { entries.contains($0) } - 1
        order.removeAll { !entries.contains($0) }
        goal = nil
    }

    /// Notes the entry to which playback will move; `nil` if it stays.
    mutating func aim(at entry: Int?) {
        guard let entry else { return goal = nil }
        let start = goal ?? index
        goal = [start + 1, start - 1, start].first { self.entry(at: $0) == entry }
    }

    /// Puts an entry that was interrupted among those to come as well, unless it is there already.
    mutating func postpone(_ entry: Int, behind prioritized: Set<Int>) {
        guard let place = order.lastIndex(of: entry), place < index else { return }
        order.insert(entry, at: randomPlace(from: index + 1, behind: prioritized))
    }

    /// A random index at or after one, after the entries with a priority.
    private func randomPlace(from start: Int, behind prioritized: Set<Int>) -> Int {
        let last = order.lastIndex(where: prioritized.contains) ?? -1
        return Int.random(in: max(start, last + 1, 0)...order.count)
    }

    /// Goes to an entry: along the list if it is the next or the target there.
    mutating func go(to entry: Int) {
        defer { goal = nil }
        let near = [goal, index, index + 1, index - 1].compactMap(\.self)
        if let found = near.first(where: { self.entry(at: $0) == entry }) {
            index = found
            return
        }
        // Those before it are still to come.
        if let old = order.lastIndex(of: entry) {
            order.remove(at: old)
            if old <= index { index -= 1 }
        }
        index += 1
        order.insert(entry, at: index)
    }
}
