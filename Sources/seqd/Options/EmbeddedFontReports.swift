import Playback
import SamplerHost

extension MusicalOptions {
    /// How a file is played without its SoundFont.
    static let embeddedFontRemedy = "without --embedded-font"

    /// Puts the SoundFont that a song carries before the others, where that is asked for.
    ///
    /// - Parameters:
    ///   - song: The song.
    ///   - sampler: Settings whose fonts get it.
    /// - Returns: The font, to be kept while the samplers are there; `nil` where there is none or it
    ///   is not asked for.
    /// - Throws: Status 65 where it is no SoundFont that can be used.
    func embeddedFont(
        of song: PieceFile,
        into sampler: inout SamplerSettings
    ) throws(CommandFailure) -> EmbeddedFont? {
        do throws(PlaybackError) {
            return try song.embeddedFont(into: &sampler, orElse: Self.embeddedFontRemedy)
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension Console {
    /// Says what came with a song and is not played, or is wanted and did not come.
    static func report(soundBankOf song: PieceFile) {
        switch (song.soundBank, song.isSoundBankWanted) {
        case (.soundFont, false):
            report("\(song.name): contains a SoundFont; --embedded-font plays it")
        case (nil, true):
            report("\(song.name): contains no SoundFont")
        default: break
        }
    }
}
