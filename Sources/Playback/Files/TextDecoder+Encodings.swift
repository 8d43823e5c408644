public import SMF
public import Transcoding

extension TextDecoder {
    /// A decoder for an encoding that iconv knows.
    ///
    /// - Parameter name: The encoding's name.
    /// - Throws: The error for an unknown encoding.
    public init(encoding name: String) throws(TranscodingError) {
        let converter = try TextConverter(encoding: name)
        self.init(
            name: name,
            incompleteCount: { converter.incompleteCount(of: $0) },
            decode: { converter.text(decoding: $0) }
        )
    }

    /// The decoder for the likely encoding of a file's texts.
    static func guessed(for file: MIDIFile) -> TextDecoder {
        let encoding = TextEncoding.guessed(for: file)
        var decoder = encoding.decoder ?? japanese()
        // A file in UTF-8 is that throughout, whatever its tags say.
        if encoding != .utf8 { decoder.japanese = { japanese() } }
        return decoder
    }

    /// The decoder of Shift_JIS.
    private static func japanese() -> TextDecoder {
        // A system without iconv's tables still shows names.
        (try? TextDecoder(encoding: TextEncoding.shiftJIS.name)) ?? .utf8OrWindows1252
    }
}
