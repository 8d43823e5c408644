extension EventList: BidirectionalCollection {
    /// The index of the first event.
    public var startIndex: Index { Index(chunk: 0, offset: 0) }

    /// The index after the last event.
    public var endIndex: Index { Index(chunk: chunks.count, offset: 0) }

    /// The event at an index.
    public subscript(position: Index) -> Entry { chunks[position.chunk][position.offset] }

    /// The index after another.
    public func index(after index: Index) -> Index {
        index.offset + 1 < chunks[index.chunk].count
            ? Index(chunk: index.chunk, offset: index.offset + 1)
            : Index(chunk: index.chunk + 1, offset: 0)
    }

    /// The index before another.
    public func index(before index: Index) -> Index {
        index.offset > 0
            ? Index(chunk: index.chunk, offset: index.offset - 1)
            : Index(chunk: index.chunk - 1, offset: chunks[index.chunk - 1].count - 1)
    }

    /// The events that start in a range of ticks.
    public subscript(ticks range: Range<Int64>) -> Slice<Self> {
        self[firstIndex(notBefore: range.lowerBound)..<firstIndex(notBefore: range.upperBound)]
    }
}

extension EventList: Hashable {
    /// Whether both have the same events at the same times in the same order, with any ids.
    public static func == (left: Self, right: Self) -> Bool {
        left.count == right.count
            && zip(left, right).allSatisfy { $0.tick == $1.tick && $0.event == $1.event }
    }

    /// Feeds ticks and events into a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for entry in self {
            hasher.combine(entry.tick)
            hasher.combine(entry.event)
        }
    }
}
