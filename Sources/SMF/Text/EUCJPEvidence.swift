/// Whether bytes are EUC-JP, the encoding of Unix in Japan, judged over many texts.
///
/// All its characters but ASCII are pairs of bytes from A1 on. Those of Korea and China are too, so
/// kana, which hardly any Japanese text lacks, are what tells it from these; in Windows-1252 and in
/// Shift_JIS the same bytes would be rows of symbols. Byte ranges: JIS X 0208 and 0212 in the WHATWG
/// Encoding Standard, "EUC-JP".
struct EUCJPEvidence {
    /// Characters of two bytes or more.
    private var characters = 0
    /// Those that are hiragana or katakana.
    private var kana = 0
    /// Bytes that it does not have, or characters that are cut off.
    private var invalid = 0

    /// Whether it is Japanese in this encoding: a text or two may be in another one.
    var isEnough: Bool { invalid * 20 <= characters && kana >= 2 && kana * 5 >= characters }

    /// Takes a text with bytes above 0x7F into account.
    mutating func add(_ text: ArraySlice<UInt8>) {
        var rest = text
        while let byte = rest.popFirst() {
            guard byte >= 0x80 else { continue }
            // Half-width katakana, and the rarer kanji, have a byte in front.
            let length = byte == 0x8F ? 2 : 1
            let trail = rest.prefix(length)
            let isCharacter =
                trail.count == length
                && (byte == 0x8E
                    ? trail.allSatisfy { (0xA1...0xDF).contains($0) }
                    : (byte == 0x8F || (0xA1...0xFE).contains(byte))
                        && trail.allSatisfy { (0xA1...0xFE).contains($0) })
            guard isCharacter else {
                invalid += 1
                continue
            }
            characters += 1
            if byte == 0xA4 && trail.last ?? 0 <= 0xF3 || byte == 0xA5 && trail.last ?? 0 <= 0xF6 {
                kana += 1
            }
            rest = rest.dropFirst(length)
        }
    }
}
