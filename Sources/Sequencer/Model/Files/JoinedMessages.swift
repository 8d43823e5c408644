import SMF

/// The System Exclusive messages of a track, each at its last packet, and its escapes.
///
/// As the player reads them: a packet that starts a message ends one that is open, and a message
/// without content does nothing.
struct JoinedMessages: RandomAccessCollection {
    /// A message or an escape.
    struct Message {
        /// The index of its last packet in the track.
        var index: Int
        var event: MusicEvent
    }

    private var messages: [Message] = []

    var startIndex: Int { 0 }
    var endIndex: Int { messages.count }
    subscript(position: Int) -> Message { messages[position] }

    init(_ track: Track) {
        var open: (bytes: [UInt8], index: Int)?
        var result: [Message] = []
        func close() {
            guard let message = open else { return }
            open = nil
            let bytes = message.bytes.prefix { $0 != 0xF7 }
            guard !bytes.isEmpty else { return }
            result.append(Message(index: message.index, event: .systemExclusive(Array(bytes))))
        }
        track.forEachPayload { index, _, event in
            guard case .systemExclusive(let packet) = event else { return }
            switch packet.form {
            case .start:
                close()
                open = (Array(packet.bytes), index)
            case .continuation where open != nil:
                open?.bytes += packet.bytes
                open?.index = index
            case .continuation, .escape:
                result.append(Message(index: index, event: .raw(Array(packet.bytes))))
                return
            }
            if packet.isLast { close() }
        }
        close()
        // Escapes between the packets of a message come before its end. Two messages never end at
        // one packet.
        messages = result.sorted { $0.index < $1.index }
    }
}
