/// The order in which the entries are played.
extension PlayQueue {
    /// Sets the order in which the entries are played.
    public mutating func setModes(_ modes: PlayModes) {
        let wasRandom = self.modes.isRandom
        self.modes = modes
        if modes.isRandom != wasRandom { beginOrder() } else { beginPassIfNeeded() }
    }

    /// The possible priorities of entries.
    public static let priorities = 0...255

    /// Sets the priority of entries: in random order those with a higher one are played before the
    /// others, and one that was played is played again.
    ///
    /// - Parameters:
    ///   - priority: The priority.
    ///   - indices: Their indices, which exist.
    public mutating func setPriority(_ priority: Int, of indices: ClosedRange<Int>) {
        setPriority(priority, at: indices)
        let (numbers, priorities) = (entries[indices].map(\.number), prioritiesByNumber)
        random?.prioritize(numbers, repeatsPlayed: priority > 0, priority: priorities)
    }

    /// The priorities of entries by their numbers.
    private var prioritiesByNumber: [Int: Int] {
        Dictionary(uniqueKeysWithValues: entries.map { ($0.number, $0.priority) })
    }

    /// Begins a random order, if there is to be one.
    mutating func beginOrder() {
        random = modes.isRandom ? RandomOrder() : nil
        beginPass()
    }

    /// The numbers of the entries that have a priority.
    var prioritizedNumbers: Set<Int> {
        Set(entries.filter { $0.priority > 0 }.map(\.number))
    }

    private mutating func beginPass() {
        let (current, priorities) = (current?.number, prioritiesByNumber)
        random?.begin(entries.map(\.number), current: current)
        random?.prioritize([], repeatsPlayed: false, priority: priorities)
    }

    /// Begins another pass in random order where the last one is over and there is to be another.
    mutating func beginPassIfNeeded() {
        guard modes.isRepeating, random?.coming.isEmpty ?? false else { return }
        beginPass()
    }

    /// The entry that plays when the current one ends; `nil` if playing stops then.
    public var following: Entry? {
        guard let current else { return nil }
        guard modes.isSingle else { return successorIndex.map { entries[$0] } }
        return modes.isRepeating && !modes.isConsuming && canRepeat ? current : nil
    }

    /// The index of the entry that plays when the current one ends; `nil` if playing stops then.
    public var followingIndex: Int? { following.flatMap { index(ofNumber: $0.number) } }

    /// The index of the entry after the current one, even if playing stops before it.
    var successorIndex: Int? {
        guard let random else { return indexInOrder(after: currentIndex) }
        return index(inRandomOrder: random.coming.first)
    }

    /// The index to which `next` leads: that of the entry after the target, or after the current one;
    /// `nil` at the end.
    public var nextIndex: Int? {
        guard let random else { return indexInOrder(after: targetIndex) }
        return index(inRandomOrder: random.next)
    }

    /// Whether repeating takes time: entries without music would follow each other for ever.
    private var canRepeat: Bool { entries.contains { !$0.length.isEmpty } }

    /// Whether the only entry follows itself.
    private var repeatsItself: Bool {
        modes.isRepeating && canRepeat && entries.count == 1 && !modes.isConsuming
    }

    private func index(inRandomOrder number: Int?) -> Int? {
        number.flatMap(index(ofNumber:)) ?? (repeatsItself ? 0 : nil)
    }

    private func indexInOrder(after index: Int?) -> Int? {
        guard let index else { return entries.isEmpty ? nil : 0 }
        if entries.indices.contains(index + 1) { return index + 1 }
        guard modes.isRepeating, canRepeat else { return nil }
        return entries.count > 1 || repeatsItself ? 0 : nil
    }

    /// The index of the entry that replaces removed ones.
    ///
    /// - Parameter index: The index of the first entry after them.
    /// - Returns: Its index; `nil` if none follows.
    public func indexAfterRemoval(_ index: Int) -> Int? {
        if let random { return random.coming.first.flatMap(self.index(ofNumber:)) }
        if entries.indices.contains(index) { return index }
        return modes.isRepeating && !entries.isEmpty ? 0 : nil
    }

    /// The index of an entry.
    ///
    /// - Parameter number: Its number.
    /// - Returns: Its index; `nil` where it is not in the queue any more.
    package func index(ofNumber number: Int) -> Int? {
        entries.firstIndex { $0.number == number }
    }
}
