import MIDI

/// A channel message of MIDI 2.0, and the messages of MIDI 1.0 that stand for it.
///
/// Source: M2-104-UM, 7.4, and the translation to MIDI 1.0 of its appendix D.
struct ChannelMessage2 {
    private let packet: Packet
    private var status: UInt8 { packet.status }
    private var channel: UInt8 { status & 0x0F }
    /// The key, controller or bank.
    private var first: UInt8 { packet.byte(2) }
    /// The attribute's type, index or flags.
    private var second: UInt8 { packet.byte(3) }
    private var value: UInt32 { packet.words[1] }

    init(_ packet: Packet) { self.packet = packet }

    /// The messages of MIDI 1.0; none where it has no place for the message.
    func messages(_ note: (Loss) -> Void) -> [MIDIMessage] {
        switch status >> 4 {
        case 0x0, 0x1: note(.perNoteController)
        case 0x2: return parameter(numbers: (101, 100), note)
        case 0x3: return parameter(numbers: (99, 98), note)
        case 0x4, 0x5: note(.relativeController)
        case 0x6: note(.perNoteBend)
        case 0x8: return [noteMessage(0x80, least: 0, note)]
        // A velocity of 0 would be a note-off there.
        case 0x9: return [noteMessage(0x90, least: 1, note)]
        case 0xA, 0xB:
            return [message(first & 0x7F, seven(value, note))]
        case 0xC: return program
        case 0xD: return [message(seven(value, note), 0)]
        case 0xE:
            let bend = fourteen(value, note)
            return [message(UInt8(bend & 0x7F), UInt8(bend >> 7))]
        case 0xF: note(.perNoteManagement)
        default: note(.reserved)
        }
        return []
    }

    private func message(_ data1: UInt8, _ data2: UInt8) -> MIDIMessage {
        MIDIMessage(status: status, data1: data1, data2: data2)
    }

    private func noteMessage(
        _ kind: UInt8,
        least: UInt8,
        _ note: (Loss) -> Void
    ) -> MIDIMessage {
        if second != 0 { note(.noteAttribute) }
        let velocity = value >> 16
        let seven = velocity >> 9
        if velocity != Resolution.raised(seven, from: 7, to: 16) { note(.resolution) }
        return MIDIMessage(
            status: kind | channel,
            data1: first & 0x7F,
            data2: max(least, UInt8(seven))
        )
    }

    /// A program, after its bank where the message has one.
    private var program: [MIDIMessage] {
        let program = MIDIMessage(status: 0xC0 | channel, data1: packet.byte(4) & 0x7F)
        guard second & 1 == 1 else { return [program] }
        return [
            MIDIMessage(status: 0xB0 | channel, data1: 0, data2: packet.byte(6) & 0x7F),
            MIDIMessage(status: 0xB0 | channel, data1: 32, data2: packet.byte(7) & 0x7F),
            program,
        ]
    }

    /// A registered or an assignable parameter: its number, and its value in two controllers.
    private func parameter(
        numbers: (UInt8, UInt8),
        _ note: (Loss) -> Void
    ) -> [MIDIMessage] {
        let value = fourteen(value, note)
        return [
            (numbers.0, first & 0x7F), (numbers.1, second & 0x7F), (6, UInt8(value >> 7)),
            (38, UInt8(value & 0x7F)),
        ].map { MIDIMessage(status: 0xB0 | channel, data1: $0.0, data2: $0.1) }
    }

    /// The highest 7 bits of 32.
    private func seven(_ value: UInt32, _ note: (Loss) -> Void) -> UInt8 {
        if value != Resolution.raised(value >> 25, from: 7, to: 32) { note(.resolution) }
        return UInt8(value >> 25)
    }

    /// The highest 14 bits of 32.
    private func fourteen(_ value: UInt32, _ note: (Loss) -> Void) -> UInt32 {
        if value != Resolution.raised(value >> 18, from: 14, to: 32) { note(.resolution) }
        return value >> 18
    }
}

/// Values with more bits.
enum Resolution {
    /// A value as one of more bits: the lowest, the middle and the highest values stay those.
    ///
    /// Source: M2-115-U, MIDI 2.0 Bit Scaling and Resolution, 3.1 (min-center-max).
    static func raised(_ value: UInt32, from bits: UInt32, to wanted: UInt32) -> UInt32 {
        let scale = wanted - bits
        let shifted = value << scale
        let centre: UInt32 = 1 << (bits - 1)
        guard value > centre else { return shifted }
        // Above the middle, the bits below the highest are repeated.
        let repeated = bits - 1
        var filling = value & (1 << repeated - 1)
        filling = scale > repeated ? filling << (scale - repeated) : filling >> (repeated - scale)
        var result = shifted
        while filling != 0 {
            result |= filling
            filling >>= repeated
        }
        return result
    }
}
