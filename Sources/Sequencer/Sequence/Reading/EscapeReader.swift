import MIDI

/// Takes the raw bytes of an escape (F7) apart.
///
/// Channel messages, running status included, and complete System Exclusive messages come out;
/// real-time and common messages, and what is incomplete, are left out and counted.
struct EscapeReader {
    enum Content: Equatable {
        case channel(MIDIMessage)
        /// The bytes between F0 and F7.
        case systemExclusive(ArraySlice<UInt8>)
    }

    /// The number of bytes that were left out so far.
    private(set) var dropped = 0
    private var rest: ArraySlice<UInt8>
    private var status: UInt8?

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    mutating func next() -> Content? {
        while let byte = rest.first {
            if byte >= 0xF8 {
                // Real-time: may stand anywhere and leaves the running status alone.
                drop(1)
            } else if byte == 0xF0 {
                status = nil
                if let end = rest.firstIndex(of: 0xF7) {
                    let message = rest[(rest.startIndex + 1)..<end]
                    rest = rest[(end + 1)...]
                    return .systemExclusive(message)
                }
                drop(rest.count)
            } else if byte > 0xF0 {
                status = nil
                drop(1)
            } else if byte >= 0x80 {
                status = byte
                rest.removeFirst()
                if let message = takeMessage(status: byte) { return .channel(message) }
                dropped += 1
            } else if let status, let message = takeMessage(status: status) {
                return .channel(message)
            } else {
                drop(1)
            }
        }
        return nil
    }

    private mutating func drop(_ count: Int) {
        dropped += count
        rest = rest.dropFirst(count)
    }

    /// The message whose data bytes come next; `nil` if they are not there.
    private mutating func takeMessage(status: UInt8) -> MIDIMessage? {
        let count = MIDIMessage.length(ofStatus: status) - 1
        let data = rest.prefix(count)
        guard data.count == count, data.allSatisfy({ $0 < 0x80 }), let first = data.first else {
            return nil
        }
        rest = rest.dropFirst(count)
        return MIDIMessage(
            status: status,
            data1: first,
            data2: count == 2 ? data[data.startIndex + 1] : 0
        )
    }
}
