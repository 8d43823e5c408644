/// Changes of many events at once: each takes time in proportion to the list.
///
/// Ids stay with their events.
extension EventList {
    /// Removes the events that start in a range.
    ///
    /// - Parameter range: Ticks.
    /// - Returns: The events that were removed.
    @discardableResult
    mutating func removeEvents(in range: Range<Int64>) -> [Entry] {
        guard !isEmpty(in: range) else { return [] }
        var (kept, removed): ([Entry], [Entry]) = ([], [])
        kept.reserveCapacity(count)
        for entry in self {
            if range.contains(entry.tick) { removed.append(entry) } else { kept.append(entry) }
        }
        if !removed.isEmpty { replaceAll(kept) }
        return removed
    }

    /// Whether no event starts in a range.
    private func isEmpty(in range: Range<Int64>) -> Bool {
        firstIndex(notBefore: range.lowerBound) >= firstIndex(notBefore: range.upperBound)
    }

    /// Moves all events that are not before a tick; none comes before 0.
    mutating func shift(from tick: Int64, by amount: Int64) {
        guard amount != 0, firstIndex(notBefore: tick) < endIndex else { return }
        var entries = flattened
        for index in entries.indices where entries[index].tick >= tick {
            entries[index].tick = Swift.max(entries[index].tick.addingClamped(amount), 0)
        }
        if amount < 0 { entries.sort { $0.tick < $1.tick } }
        replaceAll(entries)
    }

    /// Changes the events that start in a range; moved events come after the present ones.
    mutating func change(in range: Range<Int64>, _ body: (inout Entry) -> Void) {
        guard !isEmpty(in: range) else { return }
        var (kept, moved): ([Entry], [Entry]) = ([], [])
        kept.reserveCapacity(count)
        for entry in self {
            guard range.contains(entry.tick) else {
                kept.append(entry)
                continue
            }
            var changed = entry
            body(&changed)
            changed.tick = Swift.max(changed.tick, 0)
            if changed.tick == entry.tick { kept.append(changed) } else { moved.append(changed) }
        }
        moved.sort { $0.tick < $1.tick }
        replaceAll(moved.isEmpty ? kept : Self.merged(kept, moved))
    }

    /// Adds events before those that are at their tick.
    mutating func putFirst(_ added: [Content], at tick: Int64) {
        guard !added.isEmpty else { return }
        var entries = flattened
        entries.insert(
            contentsOf: added.map { Entry(tick: Swift.max(tick, 0), event: $0, id: makeID()) },
            at: entries.partitioningIndex { $0.tick >= tick }
        )
        replaceAll(entries)
    }

    /// Two sorted parts as one; at a tick the first comes first.
    static func merged(_ first: [Entry], _ second: [Entry]) -> [Entry] {
        var result: [Entry] = []
        result.reserveCapacity(first.count + second.count)
        var next = 0
        for entry in second {
            while next < first.count, first[next].tick <= entry.tick {
                result.append(first[next])
                next += 1
            }
            result.append(entry)
        }
        result += first[next...]
        return result
    }
}

extension FixedWidthInteger {
    /// The sum, or the limit that it exceeds.
    func addingClamped(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        guard overflow else { return sum }
        return other < 0 ? .min : .max
    }

    /// The difference, or the limit that it exceeds.
    func subtractingClamped(_ other: Self) -> Self {
        let (difference, overflow) = subtractingReportingOverflow(other)
        guard overflow else { return difference }
        return other < 0 ? .max : .min
    }
}
