import Playback
import SamplerHost

/// A sequence of a file, read and with samplers: ready to be played.
struct LoadedSong: Sendable {
    var step: Playlist.Step
    var song: LoadedPiece
    /// What the view calls it.
    var name: String
    var lyrics: LyricLine
    /// What was read of the file, and how many of its sequences are played.
    var file: PieceFile
    var sequences: Int
    /// Nominal frames that it lasts.
    var length: Int64
}
