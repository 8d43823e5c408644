public import SMF
public import Transcoding

extension TextDecoder {
    /// A decoder for an encoding that iconv knows.
    ///
    /// - Parameter name: The encoding's name.
    /// - Throws: If there is none of that name.
    public init(encoding name: String) throws(TranscodingError) {
        let converter = try TextConverter(encoding: name)
        self.init(name: name) { converter.text(decoding: $0) }
    }

    /// The decoder for the likely encoding of a file's texts.
    static func guessed(for file: MIDIFile) -> TextDecoder {
        let encoding = TextEncoding.guessed(for: file)
        if let decoder = encoding.decoder { return decoder }
        // A system without iconv's tables has names to show all the same.
        return (try? TextDecoder(encoding: encoding.name)) ?? .utf8OrWindows1252
    }
}
