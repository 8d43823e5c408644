/// A Universal MIDI Packet: one message, or a part of one, in one to four words.
///
/// Source: Universal MIDI Packet (UMP) Format and MIDI 2.0 Protocol (M2-104-UM), version 1.1.
struct Packet: Hashable {
    /// The type of a packet, its highest four bits; those that are reserved have none.
    enum Kind: UInt8 {
        case utility = 0x0
        case system = 0x1
        /// A channel message of MIDI 1.0.
        case channel1 = 0x2
        /// A part of a System Exclusive message of bytes below 128.
        case systemExclusive = 0x3
        /// A channel message of MIDI 2.0.
        case channel2 = 0x4
        /// A System Exclusive message of any bytes, or a part of a mixed data set.
        case data = 0x5
        /// The marks of a score: tempo, meter, key, texts.
        case flexData = 0xD
        /// About the stream: the start and the end of a clip.
        case stream = 0xF
    }

    /// The words; those behind the last are 0.
    var words: SIMD4<UInt32>
    /// The number of words, 1 … 4.
    var count: Int

    /// Makes a packet of words.
    init(_ words: UInt32...) {
        self.words = .zero
        for (index, word) in words.enumerated() { self.words[index] = word }
        count = words.count
    }

    /// The number of words of a packet that begins with a word (M2-104-UM, table 4).
    static func count(ofFirst word: UInt32) -> Int {
        switch word >> 28 {
        case 0x0, 0x1, 0x2, 0x6, 0x7: 1
        case 0x3, 0x4, 0x8, 0x9, 0xA: 2
        case 0xB, 0xC: 3
        default: 4
        }
    }

    /// The type; `nil` for one that is reserved.
    var kind: Kind? { Kind(rawValue: UInt8(words[0] >> 28)) }

    /// The group, 0 … 15: what MIDI 1.0 calls a port.
    var group: UInt8 { UInt8(words[0] >> 24 & 0x0F) }

    /// The status byte of a system or channel message.
    var status: UInt8 { UInt8(words[0] >> 16 & 0xFF) }

    /// A byte of the packet, from 0.
    func byte(_ index: Int) -> UInt8 {
        UInt8(words[index / 4] >> UInt32(24 - index % 4 * 8) & 0xFF)
    }
}

extension Packet {
    /// The time since the packet before, 0 … ``longestDelta`` ticks (M2-104-UM, 7.2.3).
    static func delta(_ ticks: Int64) -> Packet { Packet(0x0040_0000 | UInt32(ticks)) }

    /// The longest time that one packet can give.
    static let longestDelta: Int64 = 0xF_FFFF

    /// Nothing: what stands between two times that are added.
    static let noOperation = Packet(0)

    /// The ticks of a quarter note.
    static func ticksPerQuarter(_ ticks: UInt16) -> Packet { Packet(0x0030_0000 | UInt32(ticks)) }

    /// The beginning of the music, and its end.
    static let startOfClip = Packet(0xF020_0000, 0, 0, 0)
    static let endOfClip = Packet(0xF021_0000, 0, 0, 0)
}
