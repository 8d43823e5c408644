import CALSA
package import MIDI

/// Our outputs: the thread that sends MIDI uses these, and nothing else of a client.
extension SequencerClient: MIDIWire {
    /// The most bytes of an event: a receiver's buffer may hold no more.
    private static let longestPiece = 1_024

    package func send(_ message: MIDIMessage, from output: Int, to receiver: SequencerAddress?) {
        // A receiver that has no room for it, or has disconnected, does not hold up the others.
        _ = unsafe seqd_alsa_send_message(
            handle,
            Int32(inputs + output),
            Int32(receiver?.client ?? -1),
            Int32(receiver?.port ?? 0),
            message.status,
            message.data1,
            message.data2
        )
    }

    package func send(exclusive bytes: [UInt8], from output: Int) {
        var first = 0
        while first < bytes.count {
            let end = min(bytes.count, first + Self.longestPiece)
            unsafe bytes[first..<end].withUnsafeBufferPointer { piece in
                _ = unsafe seqd_alsa_send_bytes(
                    handle,
                    Int32(inputs + output),
                    piece.baseAddress,
                    piece.count
                )
            }
            first = end
        }
    }
}
