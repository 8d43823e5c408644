import ArgumentParser
import SMF
import Transcoding

/// The option that says what encoding a file's text is in.
struct TextOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Encoding of names, markers and lyrics, any that iconv -l lists (default: detected "
                + "among UTF-8, Shift_JIS and windows-1252).",
            valueName: "name"
        ),
        transform: Self.decoder
    )
    var encoding: TextDecoder?

    /// How files are read with it.
    var reading: SongReading { SongReading(decoder: encoding) }

    private static func decoder(_ name: String) throws -> TextDecoder {
        do throws(TranscodingError) {
            return try TextDecoder(encoding: name)
        } catch {
            throw ValidationError("\(error)")
        }
    }
}

extension TextDecoder {
    /// A decoder for an encoding that iconv knows.
    ///
    /// - Parameter name: The encoding's name.
    /// - Throws: Where there is none of that name.
    init(encoding name: String) throws(TranscodingError) {
        let converter = try TextConverter(encoding: name)
        self.init(name: name) { converter.text(decoding: $0) }
    }

    /// The decoder for what a file's text seems to be in.
    static func guessed(for file: MIDIFile) -> TextDecoder {
        let encoding = TextEncoding.guessed(for: file)
        if let decoder = encoding.decoder { return decoder }
        // A system without iconv's tables has names to show all the same.
        return (try? TextDecoder(encoding: encoding.name)) ?? .utf8OrWindows1252
    }
}
