extension MIDIFile {
    /// The text of a text event: UTF-8 if it is valid as such, and otherwise Windows-1252, which
    /// includes Latin-1.
    ///
    /// Files do not name their encoding. Control characters are retained; nothing fails.
    public static func text(decoding bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map(windows1252)))
    }

    /// The character of a byte in Windows-1252.
    ///
    /// The table is that of the WHATWG Encoding Standard, "windows-1252", which maps the five
    /// undefined bytes to the control characters of the same number.
    private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        let high: [Unicode.Scalar] = [
            "\u{20AC}", "\u{81}", "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}",
            "\u{2021}", "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", "\u{8D}",
            "\u{017D}", "\u{8F}", "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}",
            "\u{2022}", "\u{2013}", "\u{2014}", "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}",
            "\u{0153}", "\u{9D}", "\u{017E}", "\u{0178}",
        ]
        return high[Int(byte - 0x80)]
    }
}
