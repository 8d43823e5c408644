import MIDI
import SamplerHost

extension LiveEvent {
    /// The events for the bytes of complete messages.
    static func events(in bytes: [UInt8], source: UInt8, stamp: Int64) -> [LiveEvent] {
        var events: [LiveEvent] = []
        var stream = MIDIByteStream(exclusiveCapacity: max(bytes.count, 1))
        var used = 0
        while let event = stream.next(in: bytes.span, from: &used) {
            switch event {
            case .message(let message):
                events.append(.message(message, source: source, stamp: stamp))
            case .exclusive(let piece) where piece.isWhole:
                let message = stream.exclusiveBytes
                events.append(
                    .systemExclusive(
                        message.indices.map { message[$0] },
                        source: source,
                        stamp: stamp
                    )
                )
            case .exclusive:
                break
            }
        }
        return events
    }
}

extension [UInt8] {
    /// Whether the bytes are complete MIDI messages from the first to the last.
    var areCompleteMessages: Bool {
        var missing = 0
        var needed = 0
        var isExclusive = false
        for byte in self {
            switch byte {
            case 0xF8...0xFF:
                continue
            case 0xF0:
                guard missing == 0, !isExclusive else { return false }
                isExclusive = true
                needed = 0
            case 0xF7:
                guard isExclusive else { return false }
                isExclusive = false
            case 0x80...0xFF:
                guard missing == 0, !isExclusive else { return false }
                switch byte {
                case 0xC0...0xDF, 0xF1, 0xF3: needed = 1
                case 0x80...0xEF, 0xF2: needed = 2
                case 0xF6: needed = 0
                default: return false
                }
                missing = needed
            default:
                if isExclusive { continue }
                // Running status: data bytes begin another message of the kind.
                if missing == 0 { missing = needed }
                guard missing > 0 else { return false }
                missing -= 1
            }
        }
        return missing == 0 && !isExclusive && !isEmpty
    }

    /// The first bytes in hexadecimal, for a message.
    var hexText: String {
        let digits = prefix(16).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return digits.joined(separator: " ") + (count > 16 ? " …" : "")
    }
}
