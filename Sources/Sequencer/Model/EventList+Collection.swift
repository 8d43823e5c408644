extension EventList: BidirectionalCollection {
    /// The place of the first event.
    public var startIndex: Index { Index(chunk: 0, offset: 0) }

    /// The place behind the last event.
    public var endIndex: Index { Index(chunk: chunks.count, offset: 0) }

    /// The event at a place.
    public subscript(position: Index) -> Entry { chunks[position.chunk][position.offset] }

    /// The place behind another.
    public func index(after place: Index) -> Index {
        place.offset + 1 < chunks[place.chunk].count
            ? Index(chunk: place.chunk, offset: place.offset + 1)
            : Index(chunk: place.chunk + 1, offset: 0)
    }

    /// The place before another.
    public func index(before place: Index) -> Index {
        place.offset > 0
            ? Index(chunk: place.chunk, offset: place.offset - 1)
            : Index(chunk: place.chunk - 1, offset: chunks[place.chunk - 1].count - 1)
    }

    /// The events that start in a range of ticks.
    public subscript(ticks range: Range<Int64>) -> Slice<Self> {
        self[firstIndex(notBefore: range.lowerBound)..<firstIndex(notBefore: range.upperBound)]
    }
}

extension EventList: Hashable {
    /// Whether both have the same events at the same times in the same order, whatever their ids.
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
