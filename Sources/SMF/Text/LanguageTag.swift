/// The language or character set that a text event names for the file.
///
/// RP-026, section 5: `{@JP}` and `{@LATIN}` in lyric events; `@L` and four letters in the text
/// events of karaoke files.
package enum LanguageTag {
    case japanese
    case latin
    /// A language other than Japanese, in a karaoke file.
    case otherLanguage

    /// The tag at a text's beginning; `nil` if there is none.
    init?(_ bytes: ArraySlice<UInt8>) {
        var head = bytes.prefix(32)
        // In lyrics a space may precede it.
        while head.first == 0x20 { head = head.dropFirst() }
        let letters = head.map(Self.upper)
        switch letters {
        case _ where letters.starts(with: Array("{@JP}".utf8)): self = .japanese
        case _ where letters.starts(with: Array("{@LATIN}".utf8)): self = .latin
        case _ where letters.starts(with: Array("@LJAP".utf8)): self = .japanese
        case _ where letters.starts(with: Array("@L".utf8)) && letters.count > 2:
            self = .otherLanguage
        default: return nil
        }
    }

    /// The first tag in lyrics that changes the encoding, and its start; `nil` if there is none.
    package static func change(
        in bytes: ArraySlice<UInt8>
    ) -> (tag: LanguageTag, start: Int)? {
        for start in bytes.indices where bytes[start] == UInt8(ascii: "{") {
            switch LanguageTag(bytes[start...]) {
            case .japanese?: return (.japanese, start)
            case .latin?: return (.latin, start)
            default: continue
            }
        }
        return nil
    }

    private static func upper(_ byte: UInt8) -> UInt8 {
        (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
    }
}
