import MIDI

extension Track: RandomAccessCollection {
    /// The first event's index, 0.
    @inlinable public var startIndex: Int { 0 }

    /// The number of events.
    @inlinable public var endIndex: Int { records.count }

    /// The event at an index.
    ///
    /// A SysEx or meta event takes a binary search; to see all events, iterate.
    @inlinable
    public subscript(position: Int) -> TrackEvent {
        let record = records[position]
        guard record.hasPayload else {
            return TrackEvent(
                delta: record.delta,
                event: .channel(record.message)
            )
        }
        return event(record, payload: payloadIndex(ofEvent: position))
    }

    /// The encoding in its file of the event at an index; ``EventEncoding/plain`` for an added one.
    public func encoding(at position: Int) -> EventEncoding {
        EventEncoding(records[position])
    }

    /// Goes through the events in file order, in constant time each.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(self) }

    /// An iterator over a track's events.
    public struct Iterator: IteratorProtocol {
        @usableFromInline let track: Track
        /// The index of the next event.
        @usableFromInline var index = 0
        /// The index in ``Track/payloads`` of the next event that has one.
        @usableFromInline var payloadIndex = 0

        @inlinable
        init(_ track: Track) {
            self.track = track
        }

        /// The next event, or `nil` after the last.
        @inlinable
        public mutating func next() -> TrackEvent? {
            guard index < track.records.count else { return nil }
            let record = track.records[index]
            index &+= 1
            guard record.hasPayload else {
                return TrackEvent(
                    delta: record.delta,
                    event: .channel(record.message)
                )
            }
            defer { payloadIndex &+= 1 }
            return track.event(record, payload: payloadIndex)
        }
    }

    /// The event of a record whose payload has this index in ``payloads``.
    @usableFromInline
    func event(_ record: Record, payload payloadIndex: Int) -> TrackEvent {
        let bytes = payload(payloadIndex)
        let second = UInt8(truncatingIfNeeded: record.bits >> 8)
        let event: Event =
            switch record.bits & 0xFF {
            case 0xFF: .meta(MetaEvent(type: second, bytes: bytes))
            case 0xF0: .systemExclusive(SystemExclusivePacket(form: .start, bytes: bytes))
            default:
                .systemExclusive(
                    SystemExclusivePacket(
                        form: second == 1 ? .continuation : .escape,
                        bytes: bytes
                    )
                )
            }
        return TrackEvent(delta: record.delta, event: event)
    }

    /// The bytes of the payload with this index in ``payloads``.
    func payload(_ payloadIndex: Int) -> ArraySlice<UInt8> {
        let start = Int(payloads[payloadIndex].start)
        let end =
            payloadIndex + 1 < payloads.count ? Int(payloads[payloadIndex + 1].start) : bytes.count
        return bytes[start..<end]
    }

    /// The index in ``payloads`` of the payload of the event with this index.
    @usableFromInline
    func payloadIndex(ofEvent index: Int) -> Int {
        var low = 0
        var high = payloads.count
        while low < high {
            let middle = (low + high) / 2
            if Int(payloads[middle].event) < index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
