import ArgumentParser
import Playback
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
    var reading: ReadingOptions { ReadingOptions(decoder: encoding) }

    private static func decoder(_ name: String) throws -> TextDecoder {
        do throws(TranscodingError) {
            return try TextDecoder(encoding: name)
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
