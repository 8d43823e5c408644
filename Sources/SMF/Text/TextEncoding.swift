/// The encodings that a file's text can be recognised to have.
public enum TextEncoding: String, Hashable, Sendable, CaseIterable {
    /// ASCII alone, which is the same in all of them.
    case ascii = "US-ASCII"
    /// UTF-8.
    case utf8 = "UTF-8"
    /// The encoding of Windows and the Macintosh in Japan: Shift_JIS with their extensions.
    case shiftJIS = "Shift_JIS"
    /// The encoding of Unix in Japan.
    case eucJP = "EUC-JP"
    /// The encoding of Windows in Western Europe and America, and the one for texts without
    /// evidence: every byte is a character of it.
    case windows1252 = "windows-1252"

    /// The name, as in the WHATWG Encoding Standard (US-ASCII as IANA has it).
    public var name: String { rawValue }

    /// A decoder for text in it; `nil` for Shift_JIS and EUC-JP, whose tables are not here.
    public var decoder: TextDecoder? {
        switch self {
        case .shiftJIS, .eucJP: nil
        case .ascii, .utf8, .windows1252: .utf8OrWindows1252(named: name)
        }
    }

    /// The encoding of a file's text.
    ///
    /// A single word is not enough evidence, so all text events count together:
    ///
    /// - Bytes that are valid UTF-8 throughout are UTF-8: a coincidence is very unlikely. That counts
    ///   more than what the file names, but for pairs of half-width katakana.
    /// - A file may name its character set: `{@JP}` and `{@LATIN}` in its lyrics (RP-026), and
    ///   `@LJAPN` in karaoke files.
    /// - Pairs of bytes from A1 on throughout, with kana among them, are EUC-JP.
    /// - Otherwise Shift_JIS is compared with Windows-1252, see `ShiftJISEvidence`.
    ///
    /// Other encodings are read as Windows-1252. Takes time in proportion to the text.
    ///
    /// - Parameter file: The file.
    /// - Returns: The encoding.
    public static func guessed(for file: MIDIFile) -> TextEncoding {
        var guess = EncodingGuess()
        for track in file.tracks {
            for text in track.texts { guess.add(text) }
        }
        return guess.encoding
    }
}
