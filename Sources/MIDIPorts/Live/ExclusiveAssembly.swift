package import MIDI

/// Puts the pieces of one sender's System Exclusive messages together.
package struct ExclusiveAssembly {
    /// The most bytes of a message: a sample dump has less, and a sender that never ends one must
    /// not fill the memory.
    package static let limit = 1 << 20

    /// The effect of a piece.
    package enum Outcome {
        /// More is to come.
        case incomplete
        /// A whole message without F0 and F7.
        case complete([UInt8])
        /// A message was too long, or has ended too early.
        case dropped
    }

    private var bytes: [UInt8] = []
    private var isTooLong = false

    /// Takes the next piece, with its bytes.
    package mutating func take(
        _ piece: MIDIByteStream.ExclusivePiece,
        _ added: Span<UInt8>
    ) -> Outcome {
        if piece.isFirst { clear() }
        if isTooLong || bytes.count + added.count > Self.limit {
            isTooLong = true
            bytes = []
        } else {
            bytes.reserveCapacity(bytes.count + added.count)
            for index in added.indices { bytes.append(added[index]) }
        }
        switch piece.ending {
        case .open:
            return .incomplete
        case .complete where !isTooLong:
            defer { clear() }
            return .complete(bytes)
        case .complete, .cut:
            clear()
            return .dropped
        }
    }

    private mutating func clear() {
        bytes = []
        isTooLong = false
    }
}
