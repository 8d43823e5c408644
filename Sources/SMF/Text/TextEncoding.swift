/// The encodings that are told apart by looking at a file's text.
public enum TextEncoding: String, Hashable, Sendable, CaseIterable {
    /// ASCII alone, which is the same in all of them.
    case ascii = "US-ASCII"
    /// UTF-8.
    case utf8 = "UTF-8"
    /// What Windows and the Macintosh wrote in Japan: Shift_JIS with their extensions.
    case shiftJIS = "Shift_JIS"
    /// What Windows writes in Western Europe and America, and what is not known otherwise: every
    /// byte is some character of it.
    case windows1252 = "windows-1252"

    /// The name, as in the WHATWG Encoding Standard (US-ASCII as IANA has it).
    public var name: String { rawValue }

    /// A decoder for text in it; `nil` for Shift_JIS, whose tables are not here.
    public var decoder: TextDecoder? {
        self == .shiftJIS ? nil : .utf8OrWindows1252(named: name)
    }

    /// The encoding of a file's text.
    ///
    /// A single word cannot be told apart, so all text events count together:
    ///
    /// - Bytes that are valid UTF-8 throughout are UTF-8: that does not happen by chance.
    /// - A file may name its character set: `{@JP}` and `{@LATIN}` in its lyrics (RP-026), and
    ///   `@LJAPN` in karaoke files.
    /// - Else Shift_JIS is weighed against Windows-1252, see `ShiftJISEvidence`.
    ///
    /// Other encodings come out as Windows-1252. Takes time in proportion to the text, whatever
    /// else the file holds.
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
