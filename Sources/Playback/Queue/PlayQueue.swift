import SamplerHost

/// The pieces that are to be played, with the current one and the target.
///
/// All entries were read before they were added; see `Playlist` for a list that is read while it
/// plays. The queue loads and plays nothing.
public struct PlayQueue: Sendable {
    /// A request to replace the queue, which takes effect once its files have been read.
    public struct Request: Hashable, Sendable {
        /// The number of its first entry.
        public let entry: Int
        /// Its number among all requests.
        fileprivate let order: Int
    }

    /// An entry that is being loaded and replaces the current one then.
    public struct Target: Hashable, Sendable {
        /// The entry's number.
        public let entry: Int
        /// Whether the current entry has ended meanwhile.
        public var isOverdue: Bool
    }

    /// The most entries.
    public static let capacity = 10_000

    /// The entries in the order in which they are played.
    public private(set) var entries: [Entry] = [] {
        didSet { version += 1 }
    }
    /// A number that grows with each change of the entries.
    public private(set) var version = 0
    /// The index of the entry that plays or was last played.
    public private(set) var currentIndex: Int?
    /// Whether the last entry was played to its end: an entry that is added then is next.
    public private(set) var hasEnded = false
    /// The entry to which playback will move; the current one plays until that is loaded.
    public internal(set) var target: Target?
    /// The order in which the entries are played.
    public internal(set) var modes = PlayModes()
    var random: RandomOrder?
    private var lastNumber = 0
    private var requests = (asked: 0, done: 0)

    /// Makes an empty queue.
    public init() {}

    // MARK: Entries

    /// Whether there are no entries.
    public var isEmpty: Bool { entries.isEmpty }
    /// The number of entries that can be added.
    public var room: Int { Self.capacity - entries.count }
    /// The entry that plays or was last played.
    public var current: Entry? { currentIndex.map { entries[$0] } }

    /// The entry with a number; `nil` where it is not in the queue any more.
    public subscript(number: Int) -> Entry? { entries.first { $0.number == number } }

    /// The entries for the sequences of a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - lengths: The length of each sequence.
    ///   - hasPatterns: Whether each sequence is a pattern.
    ///   - settings: How they are read and played.
    ///   - first: The number of the first, where it has one already.
    /// - Returns: The entries, not yet in the queue.
    public mutating func makeEntries(
        _ path: String,
        lengths: [PieceLength],
        hasPatterns: Bool,
        _ settings: PlaySettings,
        first: Int? = nil
    ) -> [Entry] {
        lengths.enumerated().map { index, length in
            var number = first
            if index > 0 || number == nil {
                lastNumber += 1
                number = lastNumber
            }
            return Entry(
                number: number ?? lastNumber,
                path: path,
                pattern: hasPatterns ? index + 1 : nil,
                length: length,
                settings: settings
            )
        }
    }

    /// The number for an entry that is made elsewhere.
    public mutating func takeNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Adds entries at the end.
    ///
    /// - Parameter added: The entries.
    /// - Returns: The index of the first.
    /// - Throws: `busy` if there is no room for all.
    @discardableResult
    public mutating func append(_ added: [Entry]) throws(PlaybackError) -> Int {
        try Self.checkCapacity(entries.count + added.count)
        entries += added
        noteAdded(added)
        return entries.count - added.count
    }

    /// Inserts entries.
    ///
    /// - Parameters:
    ///   - added: The entries.
    ///   - index: The index of the first, at most the number of entries.
    ///   - playNext: Whether they are next in random order, too.
    /// - Throws: `busy` if there is no room for all.
    public mutating func insert(
        _ added: [Entry],
        at index: Int,
        playNext: Bool = false
    ) throws(PlaybackError) {
        try Self.checkCapacity(entries.count + added.count)
        entries.insert(contentsOf: added, at: index)
        if let currentIndex, currentIndex >= index {
            self.currentIndex = currentIndex + added.count
        }
        noteAdded(added, playNext: playNext)
    }

    private mutating func noteAdded(_ added: [Entry], playNext: Bool = false) {
        let prioritized = prioritizedNumbers
        random?.add(added.map(\.number), isNext: playNext, behind: prioritized)
        beginPassIfNeeded()
    }

    private static func checkCapacity(_ count: Int) throws(PlaybackError) {
        guard count <= capacity else {
            throw PlaybackError(
                .busy,
                "too many files for the queue: \(count), at most \(capacity)"
            )
        }
    }

    /// Removes all entries.
    ///
    /// - Parameter keepsCurrent: Whether the current one stays, alone.
    public mutating func clear(keepsCurrent: Bool) {
        entries = keepsCurrent ? current.map { [$0] } ?? [] : []
        currentIndex = entries.isEmpty ? nil : 0
        target = nil
        noteRemoved()
    }

    private mutating func noteRemoved() {
        random?.keep(Set(entries.map(\.number)))
        beginPassIfNeeded()
    }

    /// Removes entries; where the current one is among them there is none afterwards.
    ///
    /// - Parameter indices: Their indices, which exist.
    public mutating func remove(_ indices: ClosedRange<Int>) {
        entries.removeSubrange(indices)
        if let index = currentIndex, index >= indices.lowerBound {
            currentIndex = index > indices.upperBound ? index - indices.count : nil
        }
        noteRemoved()
    }

    /// Moves an entry; the current one stays that.
    ///
    /// - Parameters:
    ///   - index: Its index, which exists.
    ///   - place: The index that it is to have, of an entry.
    public mutating func move(_ index: Int, to place: Int) {
        let number = current?.number
        entries.insert(entries.remove(at: index), at: place)
        currentIndex = number.flatMap(index(ofNumber:))
    }

    /// Exchanges two entries; the current one stays that.
    ///
    /// - Parameters:
    ///   - index: The index of one, which exists.
    ///   - other: The index of the other, which exists.
    public mutating func swap(_ index: Int, _ other: Int) {
        let number = current?.number
        entries.swapAt(index, other)
        currentIndex = number.flatMap(index(ofNumber:))
    }

    /// Puts the entries into a random order; the current one is the first then.
    public mutating func shuffle() {
        let current = current
        entries.removeAll { $0.number == current?.number }
        entries.shuffle()
        guard let current else { return }
        entries.insert(current, at: 0)
        currentIndex = 0
    }

    /// Sets the priority of entries, but not their order.
    mutating func setPriority(_ priority: Int, at indices: ClosedRange<Int>) {
        for index in indices { entries[index].priority = priority }
    }

    /// Sets the length of the current entry, whose file has changed.
    public mutating func setCurrentLength(_ length: PieceLength) {
        if let currentIndex { entries[currentIndex].length = length }
    }

    // MARK: Replacing

    /// Begins a request to replace the queue.
    public mutating func request() -> Request {
        lastNumber += 1
        requests.asked += 1
        return Request(entry: lastNumber, order: requests.asked)
    }

    /// Replaces all entries; the first becomes the current one.
    ///
    /// - Parameters:
    ///   - entries: The entries, at least one.
    ///   - request: The request for them.
    /// - Throws: `busy` if a later request was faster, or if there are too many.
    public mutating func replace(
        with entries: [Entry],
        for request: Request
    ) throws(PlaybackError) {
        guard requests.done < request.order else {
            throw PlaybackError(.busy, "superseded by a later request to play")
        }
        try Self.checkCapacity(entries.count)
        requests.done = request.order
        self.entries = entries
        currentIndex = entries.isEmpty ? nil : 0
        target = nil
        beginOrder()
    }

    // MARK: The current entry

    /// Makes an entry the current one.
    ///
    /// - Parameters:
    ///   - index: Its index, which exists.
    ///   - consumes: Whether the one before has been played, and is removed if such ones are.
    /// - Returns: Its index, which is another one if an entry before it was removed.
    @discardableResult
    public mutating func go(to index: Int, consumes: Bool = false) -> Int {
        precondition(entries.indices.contains(index), "an entry of the queue")
        let number = entries[index].number
        target = nil
        hasEnded = false
        random?.go(to: number)
        var index = index
        if consumes, modes.isConsuming, let oldIndex = currentIndex, oldIndex != index {
            entries.remove(at: oldIndex)
            if oldIndex < index { index -= 1 }
            random?.keep(Set(entries.map(\.number)))
        }
        currentIndex = index
        if entries[index].priority > 0 { setPriority(0, at: index...index) }
        beginPassIfNeeded()
        return index
    }

    /// Notes that the entry that follows the current one plays.
    public mutating func advance() {
        guard let following, let index = index(ofNumber: following.number) else { return }
        let kept = target
        go(to: index, consumes: true)
        target = kept
        random?.aim(at: kept?.entry)
    }

    /// Notes that playing has begun, or moved, in the current entry.
    public mutating func begin() {
        hasEnded = false
    }

    /// Notes that the current entry has ended, and that none follows.
    ///
    /// If played entries are removed, the one after it becomes the current one.
    public mutating func end() {
        hasEnded = true
        guard modes.isConsuming, let index = currentIndex else { return }
        if let next = successorIndex {
            go(to: next, consumes: true)
        } else {
            remove(index...index)
        }
    }

    /// Makes the entry with which playing resumes the current one: after the end of the queue, the
    /// entry that was added since.
    ///
    /// - Returns: Its index, and whether another one was played before; `nil` in an empty queue.
    public mutating func resume() -> (index: Int, isOther: Bool)? {
        guard !entries.isEmpty else { return nil }
        guard let currentIndex else { return (go(to: successorIndex ?? 0), false) }
        guard hasEnded, let next = successorIndex else {
            hasEnded = false
            return (currentIndex, false)
        }
        return (go(to: next), true)
    }
}
