/// The events of a track in order of time, with changes in the middle that stay cheap.
///
/// Events at one tick keep the order in which they came. A value: a copy costs nothing, and an edit
/// copies a part of some hundred events, not the list, so that keeping every version for undo is
/// affordable.
public struct EventList<Content: Hashable & Sendable>: Sendable {
    /// An event at its time.
    public struct Entry: Sendable {
        /// The time, in ticks from the track's start; never below 0.
        public internal(set) var tick: Int64
        /// The event itself.
        public internal(set) var event: Content
        /// Its name in the list.
        public internal(set) var id: EventID
    }

    /// The index of an event, valid until the list is changed.
    public struct Index: Hashable, Comparable, Sendable {
        var chunk: Int
        var offset: Int

        /// Whether the left one comes first.
        public static func < (left: Index, right: Index) -> Bool {
            (left.chunk, left.offset) < (right.chunk, right.offset)
        }
    }

    /// Events in order of time, in parts none of which is empty.
    private(set) var chunks: [[Entry]] = []
    /// The number of events.
    public private(set) var count = 0
    /// The number that the next event gets.
    private var nextNumber: UInt32 = 0

    /// The size above which a part is divided in two, which bounds the events that an insertion
    /// moves.
    static var largestChunk: Int { 512 }

    /// Makes an empty list.
    public init() {}

    /// Makes a list of events in any order; those at one tick stay in theirs.
    ///
    /// - Parameter events: Ticks and events; a tick below 0 counts as 0.
    public init(_ events: some Sequence<(tick: Int64, event: Content)>) {
        var entries: [Entry] = []
        entries.reserveCapacity(events.underestimatedCount)
        var isSorted = true
        for (tick, event) in events {
            let tick = Swift.max(tick, 0)
            if let last = entries.last, last.tick > tick { isSorted = false }
            entries.append(Entry(tick: tick, event: event, id: makeID()))
        }
        // `sort` keeps the order of equal ticks.
        if !isSorted { entries.sort { $0.tick < $1.tick } }
        replaceAll(entries)
    }

    /// An id that no event of this list has had.
    mutating func makeID() -> EventID {
        defer { nextNumber &+= 1 }
        return EventID(number: nextNumber)
    }

    /// Replaces all events with these, which are sorted by tick.
    mutating func replaceAll(_ entries: [Entry]) {
        count = entries.count
        let size = Self.largestChunk / 2
        chunks = stride(from: 0, to: entries.count, by: size).map { start in
            Array(entries[start..<Swift.min(start + size, entries.count)])
        }
    }

    /// All events in one array.
    var flattened: [Entry] {
        var result: [Entry] = []
        result.reserveCapacity(count)
        for chunk in chunks { result += chunk }
        return result
    }

    /// The first event that is not before a tick; ``endIndex`` if there is none.
    public func firstIndex(notBefore tick: Int64) -> Index {
        index { $0.tick >= tick }
    }

    /// The first event that is after a tick; ``endIndex`` if there is none.
    public func firstIndex(after tick: Int64) -> Index {
        index { $0.tick > tick }
    }

    /// The first event of which a condition holds that holds of all after it.
    private func index(where isBehind: (Entry) -> Bool) -> Index {
        // The first part whose last event is behind.
        let chunk = chunks.partitioningIndex { part in part.last.map(isBehind) ?? true }
        guard chunk < chunks.count else { return endIndex }
        return Index(chunk: chunk, offset: chunks[chunk].partitioningIndex(where: isBehind))
    }

    /// The index of the event with an id.
    ///
    /// - Parameters:
    ///   - id: The event's id.
    ///   - tick: The time of the event, if it is known: then only that tick is searched, by a
    ///     binary search; otherwise all events are searched.
    /// - Returns: The index; `nil` if there is no such event.
    public func index(of id: EventID, at tick: Int64? = nil) -> Index? {
        var index = tick.map { firstIndex(notBefore: $0) } ?? startIndex
        while index < endIndex {
            let entry = self[index]
            if let tick, entry.tick > tick { return nil }
            if entry.id == id { return index }
            formIndex(after: &index)
        }
        return nil
    }

    /// Adds an event behind those that are at its tick.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - tick: The time; below 0 counts as 0.
    /// - Returns: Its id.
    @discardableResult
    public mutating func insert(_ event: Content, at tick: Int64) -> EventID {
        let id = makeID()
        put(Entry(tick: Swift.max(tick, 0), event: event, id: id))
        return id
    }

    /// Adds an entry behind those that are at its tick; returns its index.
    @discardableResult
    mutating func put(_ entry: Entry) -> Index {
        count += 1
        guard let last = chunks.last?.last else {
            chunks = [[entry]]
            return startIndex
        }
        var index =
            last.tick <= entry.tick
            ? Index(chunk: chunks.count - 1, offset: chunks[chunks.count - 1].count)
            : firstIndex(after: entry.tick)
        // Behind the end of a part rather than at the start of the next: both are the same
        // position.
        chunks[index.chunk].insert(entry, at: index.offset)
        guard chunks[index.chunk].count > Self.largestChunk else { return index }
        let isAtEnd =
            index.chunk == chunks.count - 1
            && index.offset == chunks[index.chunk].count - 1
        // A list that grows at its end is not divided in halves, or all parts would stay half
        // empty.
        let middle = isAtEnd ? index.offset : Self.largestChunk / 2
        let tail = Array(chunks[index.chunk][middle...])
        chunks[index.chunk].removeSubrange(middle...)
        chunks.insert(tail, at: index.chunk + 1)
        if index.offset >= middle {
            index = Index(chunk: index.chunk + 1, offset: index.offset - middle)
        }
        return index
    }

    /// Removes the event at an index.
    ///
    /// - Parameter index: The index of an event of this list.
    /// - Returns: The event that was there.
    @discardableResult
    public mutating func remove(at index: Index) -> Entry {
        let entry = chunks[index.chunk].remove(at: index.offset)
        if chunks[index.chunk].isEmpty { chunks.remove(at: index.chunk) }
        count -= 1
        return entry
    }

    /// Replaces the event at an index; time and id stay.
    mutating func replace(at index: Index, with event: Content) {
        chunks[index.chunk][index.offset].event = event
    }

    /// An index as it is after its event has been removed.
    func normalised(_ index: Index) -> Index {
        guard index.chunk < chunks.count else { return endIndex }
        guard index.offset < chunks[index.chunk].count else {
            return Index(chunk: index.chunk + 1, offset: 0)
        }
        return index
    }

    /// Adds events, sorted by tick, behind those that are at their ticks; they get new ids.
    mutating func merge(_ added: some Collection<(tick: Int64, event: Content)>) {
        guard !added.isEmpty else { return }
        var result: [Entry] = []
        result.reserveCapacity(count + added.count)
        var rest = makeIterator()
        var next = rest.next()
        for (tick, event) in added {
            while let entry = next, entry.tick <= tick {
                result.append(entry)
                next = rest.next()
            }
            result.append(Entry(tick: Swift.max(tick, 0), event: event, id: makeID()))
        }
        while let entry = next {
            result.append(entry)
            next = rest.next()
        }
        replaceAll(result)
    }
}
