import SMF

/// A flex data message: tempo, meter, key or a text.
///
/// Source: M2-104-UM, 7.5.
struct FlexData {
    /// A meaning, by its bank of statuses and the status in it.
    enum Meaning: Hashable {
        case tempo
        case timeSignature
        case metronome
        case keySignature
        case text(UInt8, UInt8)
        case other

        init(bank: UInt8, status: UInt8) {
            switch (bank, status) {
            case (0, 0): self = .tempo
            case (0, 1): self = .timeSignature
            case (0, 2): self = .metronome
            case (0, 5): self = .keySignature
            case (1, _), (2, _): self = .text(bank, status)
            default: self = .other
            }
        }
    }

    /// The position of a packet in its message.
    enum Form: UInt8 {
        case complete, start, continuation, end
    }

    let packet: Packet

    var form: Form { Form(rawValue: packet.status >> 6) ?? .complete }
    var meaning: Meaning { Meaning(bank: packet.byte(2), status: packet.byte(3)) }
    /// The bits that the packets of one message have in common.
    var key: UInt32 { packet.words[0] & 0xFF3F_FFFF }
    /// The bytes of a text.
    var bytes: [UInt8] { (4..<16).map(packet.byte) }
    /// The first word of the content.
    var word: UInt32 { packet.words[1] }

    /// Makes a packet for the whole group.
    init(_ bank: UInt8, _ status: UInt8, form: Form = .complete, group: UInt8, _ words: [UInt32]) {
        var packet = Packet(0, 0, 0, 0)
        packet.words[0] =
            0xD010_0000 | UInt32(group) << 24 | UInt32(form.rawValue) << 22 | UInt32(bank) << 8
            | UInt32(status)
        for (index, word) in words.enumerated() { packet.words[index + 1] = word }
        self.packet = packet
    }

    init(_ packet: Packet) { self.packet = packet }

    /// The packets of a text.
    static func text(_ bank: UInt8, _ status: UInt8, _ text: String, group: UInt8) -> [Packet] {
        let bytes = Array(text.utf8)
        let starts = Array(stride(from: 0, to: max(bytes.count, 1), by: 12))
        return starts.map { start in
            let form: Form =
                switch (start == 0, start == starts.last) {
                case (true, true): .complete
                case (true, false): .start
                case (false, true): .end
                case (false, false): .continuation
                }
            var words: [UInt32] = [0, 0, 0]
            for (index, byte) in bytes[start..<min(start + 12, bytes.count)].enumerated() {
                words[index / 4] |= UInt32(byte) << UInt32(24 - index % 4 * 8)
            }
            return FlexData(bank, status, form: form, group: group, words).packet
        }
    }
}

/// The kinds of texts that both files have: the bank and the status, and the meta event.
enum TextMeaning {
    private static let kinds: [(bank: UInt8, status: UInt8, type: UInt8)] = [
        (1, 0x03, 0x03), (1, 0x04, 0x02), (1, 0x00, 0x01), (2, 0x01, 0x05),
        // Only read: the name of the composition is that of the sequence.
        (1, 0x02, 0x03), (2, 0x00, 0x01),
    ]

    /// The type of meta event of a text; `nil` where MIDI files have none of its kind.
    static func type(bank: UInt8, status: UInt8) -> UInt8? {
        kinds.first { $0.bank == bank && $0.status == status }?.type
    }

    /// The bank and the status of a meta event's text; `nil` where there are none.
    static func status(ofType type: UInt8) -> (bank: UInt8, status: UInt8)? {
        kinds.first { $0.type == type }.map { ($0.bank, $0.status) }
    }
}

extension KeySignature {
    /// The tonics of major keys from seven flats to seven sharps, 1 for A … 7 for G; minor keys are
    /// three fifths on.
    private static let tonics: [UInt32] = [3, 7, 4, 1, 5, 2, 6, 3, 7, 4, 1, 5, 2, 6, 3, 7, 4, 1]

    private static func tonic(sharps: Int8, isMinor: Bool) -> UInt32 {
        tonics[Int(sharps) + (isMinor ? 3 : 0) + 7]
    }

    /// Reads the content of a flex data message; `nil` for a key of more than seven sharps or flats,
    /// or none.
    init?(flexData word: UInt32) {
        let sharps = Int8(truncatingIfNeeded: Int32(bitPattern: word) >> 28)
        guard (-7...7).contains(sharps) else { return nil }
        let tonic = word >> 24 & 0x0F
        self.init(sharps: sharps, isMinor: tonic == Self.tonic(sharps: sharps, isMinor: true))
    }

    /// The content of a flex data message.
    var flexData: UInt32 {
        UInt32(bitPattern: Int32(sharps) << 28)
            | Self.tonic(sharps: sharps, isMinor: isMinor) << 24
    }
}
