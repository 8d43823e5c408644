extension Track: Hashable {
    /// Whether both have the same events at the same times, however they are written.
    public static func == (left: Track, right: Track) -> Bool {
        guard left.records.count == right.records.count, left.payloads == right.payloads,
            left.bytes == right.bytes
        else { return false }
        return zip(left.records, right.records).allSatisfy {
            $0.delta == $1.delta && $0.content == $1.content
        }
    }

    /// Feeds the events into a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(records.count)
        for record in records {
            hasher.combine(record.delta)
            hasher.combine(record.content)
        }
        hasher.combine(payloads)
        hasher.combine(bytes)
    }
}
