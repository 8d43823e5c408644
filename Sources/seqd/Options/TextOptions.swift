import ArgumentParser
import Playback
import SMF
import Transcoding

/// The option for the encoding of a file's texts.
struct TextOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Encoding of names, markers and lyrics, any that iconv -l lists (default: detected "
                + "among UTF-8, Shift_JIS, EUC-JP and windows-1252).",
            valueName: "name"
        ),
        transform: Self.decoder
    )
    var encoding: TextDecoder?

    /// The options for reading files.
    var reading: ReadingOptions { ReadingOptions(decoder: encoding) }

    private static func decoder(_ name: String) throws -> TextDecoder {
        do throws(TranscodingError) {
            return try TextDecoder(encoding: name)
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
