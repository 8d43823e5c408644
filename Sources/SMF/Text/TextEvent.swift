/// A text event (FF 01 … FF 0F) at its time.
public struct TextEvent: Hashable, Sendable {
    /// The time, in ticks from the track's start.
    public var tick: Int64
    /// The purpose of the text.
    public var kind: TextKind
    /// The text, in an encoding that the file does not name.
    public var bytes: ArraySlice<UInt8>

    /// Makes a text event.
    public init(tick: Int64, kind: TextKind, bytes: ArraySlice<UInt8>) {
        self.tick = tick
        self.kind = kind
        self.bytes = bytes
    }
}

extension Track {
    /// The text events in file order.
    ///
    /// Only the events with payloads are looked at, so a track of millions of notes takes hardly
    /// any time.
    public var texts: TextEvents { TextEvents(track: self) }

    /// The text events of a track, one after the other.
    public struct TextEvents: Sequence, IteratorProtocol, Sendable {
        fileprivate let track: Track
        /// The index in the track's payloads of the next event that has one.
        private var payloadIndex = 0
        /// The number of events whose deltas are in `tick`.
        private var counted = 0
        private var tick: Int64 = 0

        fileprivate init(track: Track) {
            self.track = track
        }

        /// The next text event, or `nil` after the last.
        public mutating func next() -> TextEvent? {
            while payloadIndex < track.payloads.count {
                let index = Int(track.payloads[payloadIndex].event)
                let content = track.records[index].content
                defer { payloadIndex += 1 }
                guard content & 0xFF == 0xFF,
                    let kind = TextKind(type: UInt8(truncatingIfNeeded: content >> 8))
                else { continue }
                unsafe tick += track.records.withUnsafeBufferPointer { records in
                    unsafe records[counted...index].reduce(0) { $0 + Int64($1.delta) }
                }
                counted = index + 1
                return TextEvent(tick: tick, kind: kind, bytes: track.payload(payloadIndex))
            }
            return nil
        }
    }
}
