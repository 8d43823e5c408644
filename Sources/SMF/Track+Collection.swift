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
        return event(record, payload: placeOfPayload(ofEvent: position))
    }

    /// How the event at an index stands in its file; ``EventEncoding/plain`` for one made by hand.
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
        /// The place in ``Track/payloads`` of the next event that has one.
        @usableFromInline var place = 0

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
            defer { place &+= 1 }
            return track.event(record, payload: place)
        }
    }

    /// The event of a record whose payload has this place in ``payloads``.
    @usableFromInline
    func event(_ record: Record, payload place: Int) -> TrackEvent {
        let bytes = payload(place)
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

    /// The bytes of the payload with this place in ``payloads``.
    func payload(_ place: Int) -> ArraySlice<UInt8> {
        let start = Int(payloads[place].start)
        let end = place + 1 < payloads.count ? Int(payloads[place + 1].start) : bytes.count
        return bytes[start..<end]
    }

    /// Where ``payloads`` has the payload of the event with this index.
    @usableFromInline
    func placeOfPayload(ofEvent index: Int) -> Int {
        var low = 0
        var high = payloads.count
        while low < high {
            let middle = (low + high) / 2
            if Int(payloads[middle].event) < index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
