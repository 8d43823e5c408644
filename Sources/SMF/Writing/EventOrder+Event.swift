import MIDI

extension EventOrder {
    /// Takes any event.
    mutating func take(_ event: TrackEvent) -> Refusal? {
        guard event.delta <= Quantity.largest else { return Self.invalidDelta(event.delta) }
        switch event.event {
        case .channel(let message):
            guard message.isChannelMessage else { return Self.noChannelMessage(message) }
            guard message.hasValidData else { return Self.invalidData(of: message) }
            return takeChannelMessages()
        case .systemExclusive(let packet):
            let content: UInt32 =
                switch packet.form {
                case .start: 0xF0
                case .continuation: 0x01F7
                case .escape: 0xF7
                }
            return take(content, count: packet.bytes.count, last: packet.bytes.last)
        case .meta(let meta):
            let content = 0xFF | UInt32(meta.type) << 8
            return take(content, count: meta.bytes.count, last: meta.bytes.last)
        }
    }
}
