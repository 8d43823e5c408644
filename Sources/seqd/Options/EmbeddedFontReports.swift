import CommandSupport
import Playback
import SamplerHost

extension MusicalOptions {
    /// The way to play a file without its SoundFont, in messages.
    static let embeddedFontRemedy = "without --embedded-font"

    /// Puts the SoundFont that a file carries before the others, if that is requested.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - rack: The rack whose fallback gets the font.
    /// - Returns: The font, to be held as long as the samplers; `nil` if there is none or it is not
    ///   requested.
    /// - Throws: Status 65 if it is not a usable SoundFont.
    func embeddedFont(
        of file: PieceFile,
        into rack: inout RackSettings
    ) throws(CommandFailure) -> EmbeddedFont? {
        do throws(PlaybackError) {
            return try file.embeddedFont(into: &rack, orElse: Self.embeddedFontRemedy)
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension Console {
    /// Reports a SoundFont of a file that is not played, or one that is requested and missing.
    static func report(soundBankOf file: PieceFile) {
        switch (file.soundBank, file.isSoundBankWanted) {
        case (.soundFont, false):
            report("\(file.name): contains a SoundFont; --embedded-font plays it")
        case (nil, true):
            report("\(file.name): contains no SoundFont")
        default: break
        }
    }
}
