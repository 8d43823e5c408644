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
    public private(set) var entries: [Entry] = []
    /// The index of the entry that plays or was last played.
    public private(set) var currentIndex: Int?
    /// Whether the last entry was played to its end: an entry that is added then is next.
    public private(set) var hasEnded = false
    /// The entry to which playing is going; the current one plays until that is loaded.
    public private(set) var target: Target?
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
    /// The entry after the current one.
    public var following: Entry? {
        currentIndex.flatMap { entries.indices.contains($0 + 1) ? entries[$0 + 1] : nil }
    }

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

    /// Adds entries at the end.
    ///
    /// - Parameter added: The entries.
    /// - Returns: The index of the first.
    /// - Throws: `busy` if there is no room for all.
    @discardableResult
    public mutating func append(_ added: [Entry]) throws(PlaybackError) -> Int {
        try Self.checkCapacity(entries.count + added.count)
        entries += added
        return entries.count - added.count
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
    }

    /// Removes entries; where the current one is among them there is none afterwards.
    ///
    /// - Parameter indices: Their indices, which exist.
    public mutating func remove(_ indices: ClosedRange<Int>) {
        entries.removeSubrange(indices)
        guard let index = currentIndex, index >= indices.lowerBound else { return }
        currentIndex = index > indices.upperBound ? index - indices.count : nil
    }

    /// Moves an entry; the current one stays that.
    ///
    /// - Parameters:
    ///   - index: Its index, which exists.
    ///   - place: The index that it is to have, of an entry.
    public mutating func move(_ index: Int, to place: Int) {
        let number = current?.number
        entries.insert(entries.remove(at: index), at: place)
        currentIndex = entries.firstIndex { $0.number == number }
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
    }

    // MARK: The current entry

    /// Makes an entry the current one.
    public mutating func go(to index: Int) {
        precondition(entries.indices.contains(index), "an entry of the queue")
        target = nil
        currentIndex = index
        hasEnded = false
    }

    /// Notes that the entry after the current one plays.
    public mutating func advance() {
        if let currentIndex, entries.indices.contains(currentIndex + 1) {
            self.currentIndex = currentIndex + 1
        }
    }

    /// Notes that playing has begun, or moved, in the current entry.
    public mutating func begin() {
        hasEnded = false
    }

    /// Notes that the last entry has ended.
    public mutating func end() {
        hasEnded = true
    }

    /// Makes the entry with which playing resumes the current one: after the end of the queue, the
    /// entry that was added since.
    ///
    /// - Returns: Its index, and whether another one was played before; `nil` in an empty queue.
    public mutating func resume() -> (index: Int, isOther: Bool)? {
        guard !entries.isEmpty else { return nil }
        let index = currentIndex ?? 0
        let isOther = hasEnded && entries.indices.contains(index + 1)
        currentIndex = isOther ? index + 1 : index
        hasEnded = false
        return (isOther ? index + 1 : index, isOther)
    }

    // MARK: The target

    /// The index of the target, or of the current entry.
    private var targetIndex: Int? {
        target.flatMap { target in entries.firstIndex { $0.number == target.entry } }
            ?? currentIndex
    }

    /// The index to which `next` leads; `nil` at the end.
    public var nextIndex: Int? {
        let index = targetIndex.map { $0 + 1 } ?? 0
        return entries.indices.contains(index) ? index : nil
    }

    /// The index to which `previous` leads; `nil` at the start.
    public var previousIndex: Int? {
        targetIndex.flatMap { $0 > 0 ? $0 - 1 : nil }
    }

    /// Sets the target.
    ///
    /// - Parameter entry: The entry's number.
    public mutating func aim(at entry: Int) {
        // The current entry may have ended while another target was being loaded.
        target = Target(entry: entry, isOverdue: target?.isOverdue ?? false)
    }

    /// Ends going to the target.
    ///
    /// - Returns: The target, if there was one.
    @discardableResult
    public mutating func dropTarget() -> Target? {
        defer { target = nil }
        return target
    }

    /// Notes whether the current entry has ended while another one is being loaded.
    public mutating func setOverdue(_ isOverdue: Bool) {
        target?.isOverdue = isOverdue
    }

    /// Makes the entry with a number the current one.
    ///
    /// - Returns: `false` if it is not in the queue any more.
    public mutating func arrive(at entry: Int) -> Bool {
        guard let index = entries.firstIndex(where: { $0.number == entry }) else { return false }
        go(to: index)
        return true
    }
}
