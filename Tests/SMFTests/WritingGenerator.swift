import MIDI
import SMF
import TestSupport

/// Makes tracks of all kinds of events, in every order that a file can have.
struct WritingGenerator {
    private var random: SeededGenerator
    private var isMessageOpen = false

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    private mutating func byte() -> UInt8 { UInt8(number(0...127)) }

    /// A delta time or length; all sizes are as likely, and the largest of each among them.
    private mutating func quantity(bits: Int) -> UInt32 {
        let bits = number(0...bits)
        let limit = (1 << bits) - 1
        return UInt32(number(0...3) == 0 ? limit : number(0...limit))
    }

    private mutating func payload() -> [UInt8] {
        (0..<quantity(bits: number(0...9) == 0 ? 15 : 6)).map { _ in
            UInt8.random(in: 0...255, using: &random)
        }
    }

    private mutating func event() -> Event {
        switch number(0...9) {
        case 0:
            isMessageOpen = true
            let bytes = payload() + (number(0...1) == 0 ? [0xF7] : [])
            isMessageOpen = bytes.last != 0xF7
            return .systemExclusive(SystemExclusivePacket(form: .start, bytes: bytes[...]))
        case 1:
            let form: SystemExclusivePacket.Form = isMessageOpen ? .continuation : .escape
            let bytes = payload() + (number(0...2) == 0 ? [0xF7] : [])
            if isMessageOpen { isMessageOpen = bytes.last != 0xF7 }
            return .systemExclusive(SystemExclusivePacket(form: form, bytes: bytes[...]))
        case 2, 3:
            var type = UInt8.random(in: 0...255, using: &random)
            if type == 0x2F { type = 0x7F }
            return .meta(MetaEvent(type: type, bytes: payload()[...]))
        default:
            isMessageOpen = false
            // Few statuses, so that many repeat.
            let status = UInt8(0x80 + number(0...6) * 16 + number(0...1))
            let isShort = status & 0xE0 == 0xC0
            return .channel(
                MIDIMessage(status: status, data1: byte(), data2: isShort ? 0 : byte())
            )
        }
    }

    /// A track that ends with end-of-track; its encodings are as good as any.
    mutating func track(eventCount: Int) -> Track {
        var track = Track()
        isMessageOpen = false
        for _ in 0..<eventCount {
            let encoding = EventEncoding(
                usesRunningStatus: number(0...1) == 0,
                deltaPadding: UInt8(number(0...3) / 3 * number(0...3)),
                lengthPadding: UInt8(number(0...3) / 3 * number(0...3))
            )
            let delta = quantity(bits: number(0...9) == 0 ? 28 : 9)
            track.append(TrackEvent(delta: delta, event: event()), encoding: encoding)
        }
        track.append(TrackEvent(delta: quantity(bits: 28), event: .meta(.endOfTrack)))
        return track
    }
}
