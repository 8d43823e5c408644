public import SMF
public import Transcoding

extension TextDecoder {
    /// A decoder for an encoding that iconv knows.
    ///
    /// - Parameter name: The encoding's name.
    /// - Throws: The error for an unknown encoding.
    public init(encoding name: String) throws(TranscodingError) {
        let converter = try TextConverter(encoding: name)
        self.init(name: name) { converter.text(decoding: $0) }
    }

    /// The decoder for the likely encoding of a file's texts.
    static func guessed(for file: MIDIFile) -> TextDecoder {
        let encoding = TextEncoding.guessed(for: file)
        if let decoder = encoding.decoder { return decoder }
        // A system without iconv's tables still shows names.
        return (try? TextDecoder(encoding: encoding.name)) ?? .utf8OrWindows1252
    }
}
