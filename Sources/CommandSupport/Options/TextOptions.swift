package import ArgumentParser
package import Playback
package import SMF
import Transcoding

/// The option for the encoding of a file's texts.
package struct TextOptions: ParsableArguments {
    package init() {}

    @Option(
        help: ArgumentHelp(
            "Encoding of names, markers and lyrics, any that iconv -l lists (default: detected "
                + "among UTF-8, Shift_JIS, EUC-JP and windows-1252).",
            valueName: "name"
        ),
        transform: Self.decoder
    )
    package var encoding: TextDecoder?

    /// The options for reading files.
    package var reading: ReadingOptions { ReadingOptions(decoder: encoding) }

    private static func decoder(_ name: String) throws -> TextDecoder {
        do throws(TranscodingError) {
            return try TextDecoder(encoding: name)
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
