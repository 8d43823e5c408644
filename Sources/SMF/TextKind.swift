/// The purpose of a text event (FF 01 … FF 0F).
public enum TextKind: Hashable, Sendable {
    /// Any text (FF 01); karaoke files keep their lyrics here.
    case text
    /// The copyright notice (FF 02).
    case copyright
    /// The track's name, or the sequence's in the first track (FF 03).
    case trackName
    /// The instrument of the track (FF 04).
    case instrumentName
    /// A syllable that is sung at its tick (FF 05).
    case lyric
    /// A rehearsal letter, section or loop point (FF 06).
    case marker
    /// An event on film or stage (FF 07).
    case cuePoint
    /// The program's name (FF 08, RP-019).
    case programName
    /// The device that the track is for (FF 09, RP-019).
    case deviceName
    /// Reserved for text of a purpose not yet defined: 0x0A … 0x0F.
    case other(UInt8)

    /// The kind of a meta event of this type, or `nil` if it is not a text.
    public init?(type: UInt8) {
        switch type {
        case 0x01: self = .text
        case 0x02: self = .copyright
        case 0x03: self = .trackName
        case 0x04: self = .instrumentName
        case 0x05: self = .lyric
        case 0x06: self = .marker
        case 0x07: self = .cuePoint
        case 0x08: self = .programName
        case 0x09: self = .deviceName
        case 0x0A...0x0F: self = .other(type)
        default: return nil
        }
    }

    /// The meta event's type byte, 0x01 … 0x0F.
    public var type: UInt8 {
        switch self {
        case .text: 0x01
        case .copyright: 0x02
        case .trackName: 0x03
        case .instrumentName: 0x04
        case .lyric: 0x05
        case .marker: 0x06
        case .cuePoint: 0x07
        case .programName: 0x08
        case .deviceName: 0x09
        case .other(let type): type
        }
    }
}
