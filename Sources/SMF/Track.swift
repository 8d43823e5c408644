public import MIDI

/// The events of one track, in file order.
///
/// Held in 8 bytes per event; the contents of SysEx and meta events are in one block of bytes
/// beside them. Going through a track takes constant time per event; picking a SysEx or meta event
/// by its index takes a binary search.
public struct Track: Sendable {
    /// An event in eight bytes, without its payload.
    @frozen
    public struct Record: Hashable, Sendable, BitwiseCopyable {
        /// Ticks since the event before it.
        public var delta: UInt32
        /// In the lower 24 bits a channel message's ``MIDIMessage/bits``; or, for an event with a
        /// payload, 0xFF and the meta type << 8, or 0xF0, or 0xF7 and, for a continuation, 1 << 8.
        ///
        /// Above them how the event was written, see ``EventEncoding``.
        @usableFromInline var bits: UInt32

        /// The bits of the event itself, without those of its encoding.
        @usableFromInline static let contentMask: UInt32 = 0xFF_FFFF
        /// Set if the status byte was left out.
        static let runningFlag: UInt32 = 1 << 24
        /// The position of the two bits that count needless bytes of the delta time.
        static let deltaPaddingShift: UInt32 = 25
        /// The position of the two bits that count needless bytes of the length.
        static let lengthPaddingShift: UInt32 = 27

        @inlinable
        init(delta: UInt32, bits: UInt32) {
            self.delta = delta
            self.bits = bits
        }

        /// Whether this has a payload, that is, whether it is not a channel message.
        @inlinable public var hasPayload: Bool { bits & 0xFF >= 0xF0 }

        /// The event's kind and content, without how it was written.
        @inlinable var content: UInt32 { bits & Self.contentMask }

        /// The message of an event without payload; means nothing for others.
        @inlinable public var message: MIDIMessage { MIDIMessage(bits: content) }
    }

    /// The position of the payload of one event.
    ///
    /// It ends at the start of the next one.
    ///
    /// 32 bits are enough: a chunk has at most 4 GiB.
    @frozen
    @usableFromInline
    struct Payload: Hashable, Sendable, BitwiseCopyable {
        /// The event's index.
        @usableFromInline var event: UInt32
        /// The index of its first byte in ``Track/bytes``.
        @usableFromInline var start: UInt32

        @inlinable
        init(event: UInt32, start: UInt32) {
            self.event = event
            self.start = start
        }
    }

    /// All events.
    @usableFromInline var records: RecordList
    /// The events with a payload, by ascending index.
    @usableFromInline var payloads: [Payload]
    /// The payloads, one after another.
    @usableFromInline var bytes: [UInt8]

    /// The time of the last event in ticks: the sum of all deltas, and so the track's length where
    /// it ends with end-of-track.
    public private(set) var endTick: Int64

    /// Makes an empty track.
    public init() {
        self.init(records: RecordList(), payloads: [], bytes: [], endTick: 0)
    }

    /// Makes a track of these events; nothing is added, not even end-of-track.
    public init(events: some Sequence<TrackEvent>) {
        self.init()
        records.reserve(events.underestimatedCount)
        for event in events { append(event) }
    }

    /// Makes a track of a reader's records; `endTick` is the sum of the deltas.
    init(records: RecordList, payloads: [Payload], bytes: [UInt8], endTick: Int64) {
        self.records = records
        self.payloads = payloads
        self.bytes = bytes
        self.endTick = endTick
    }

    /// Adds an event at the end.
    ///
    /// - Precondition: A `.channel` event is a channel message, and all payloads together are
    ///   smaller than 4 GiB.
    public mutating func append(_ event: TrackEvent) {
        append(event, encoding: .plain)
    }

    /// Adds an event at the end, with its encoding for a writer that preserves that.
    ///
    /// - Precondition: A `.channel` event is a channel message, and all payloads together are
    ///   smaller than 4 GiB.
    public mutating func append(_ event: TrackEvent, encoding: EventEncoding) {
        let bits: UInt32
        switch event.event {
        case .channel(let message):
            precondition(message.isChannelMessage, "no channel message: \(message.status)")
            bits = message.bits & Record.contentMask
        case .systemExclusive(let packet):
            bits =
                switch packet.form {
                case .start: 0xF0
                case .continuation: 0x01F7
                case .escape: 0xF7
                }
            appendPayload(packet.bytes)
        case .meta(let meta):
            bits = 0xFF | UInt32(meta.type) << 8
            appendPayload(meta.bytes)
        }
        records.append(Record(delta: event.delta, bits: bits | encoding.bits))
        endTick += Int64(event.delta)
    }

    /// Notes a payload for the event that is appended next.
    private mutating func appendPayload(_ payload: ArraySlice<UInt8>) {
        payloads.append(Payload(event: UInt32(records.count), start: UInt32(bytes.count)))
        bytes.append(contentsOf: payload)
    }

    /// The track's name: its first FF 03 event, decoded by ``MIDIFile/text(decoding:)``.
    public var name: String? {
        // Only events with payloads are examined: a black MIDI has millions of others.
        for (payloadIndex, payload) in payloads.enumerated()
        where records[Int(payload.event)].content == 0x03FF {
            return MIDIFile.text(decoding: self.payload(payloadIndex))
        }
        return nil
    }
}
