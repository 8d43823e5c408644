import Playback
import SamplerHost

/// The example of Playback's page.
func startWithPlayback() throws {
    // begin
    let file = try PieceFile("song.mid")
    var settings = PlaySettings()
    settings.transpose = 2
    let piece = try Piece(file.sequences[0], of: file, settings, rate: 48_000)
    print(piece.name, piece.length(rate: 48_000))
    // end
}
