/// The order in which the entries are played.
extension PlayQueue {
    /// Sets the order in which the entries are played.
    public mutating func setModes(_ modes: PlayModes) {
        let wasRandom = self.modes.isRandom
        self.modes = modes
        if modes.isRandom != wasRandom { beginOrder() } else { beginPassIfNeeded() }
    }

    /// Begins a random order, if there is to be one.
    mutating func beginOrder() {
        random = modes.isRandom ? RandomOrder() : nil
        let current = current?.number
        random?.begin(entries.map(\.number), current: current)
    }

    /// Begins another pass in random order where the last one is over and there is to be another.
    mutating func beginPassIfNeeded() {
        guard modes.isRepeating, random?.coming.isEmpty ?? false else { return }
        let current = current?.number
        random?.begin(entries.map(\.number), current: current)
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
    var successorIndex: Int? { index(after: currentIndex) }

    /// Whether repeating takes time: entries without music would follow each other for ever.
    private var canRepeat: Bool { entries.contains { !$0.length.isEmpty } }

    /// The index of the entry that follows another one, which is the current one or the target.
    func index(after index: Int?) -> Int? {
        let again = modes.isRepeating && canRepeat
        let isAlone = again && entries.count == 1 && !modes.isConsuming
        if let random {
            let number = index.map { entries[$0].number }
            // The target is still to come itself.
            let start = random.coming.firstIndex { $0 == number }.map { $0 + 1 } ?? 0
            let next = random.coming[start...].first
            return next.flatMap(self.index(ofNumber:)) ?? (isAlone ? 0 : nil)
        }
        guard let index else { return entries.isEmpty ? nil : 0 }
        if entries.indices.contains(index + 1) { return index + 1 }
        guard again else { return nil }
        return entries.count > 1 || isAlone ? 0 : nil
    }

    /// The index of the entry that takes the place of removed ones.
    ///
    /// - Parameter index: The index of the first entry after them.
    /// - Returns: Its index; `nil` if none follows.
    public func indexAfterRemoval(_ index: Int) -> Int? {
        if random != nil || !entries.indices.contains(index), modes.isRandom || modes.isRepeating {
            return random.map { $0.coming.first.flatMap(self.index(ofNumber:)) }
                ?? (entries.isEmpty ? nil : 0)
        }
        return entries.indices.contains(index) ? index : nil
    }

    func index(ofNumber number: Int) -> Int? {
        entries.firstIndex { $0.number == number }
    }
}
