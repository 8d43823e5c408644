import Playback
import SamplerHost
import Sequencer

/// The tracks of a file that a daemon plays, with their notes, as the monitor has read it.
///
/// The protocol does not list them; the file is on the same machine as the socket.
struct MonitorTracks: Sendable {
    /// The tracks that have notes, in file order.
    let tracks: [ListedTrack]
    /// The lines of lyrics; `nil` if there are none.
    let lyrics: LyricLine?
    /// The sequence, for positions.
    let sequence: PreparedSequence

    /// Lists the tracks of a sequence.
    init(_ sequence: PreparedSequence, lyrics: Lyrics) {
        let line = LyricLine(lyrics)
        self.lyrics = line.isEmpty ? nil : line
        self.sequence = sequence
        tracks = ListedTrack.tracks(of: sequence)
    }

    /// Reads the file at a path.
    ///
    /// - Throws: `PlaybackError` for a file that cannot be read or has patterns.
    init(path: String) throws(PlaybackError) {
        // A FIFO would be waited for.
        try RegularFile.check(path)
        let file = try PieceFile(path)
        guard file.sequences.count == 1, let sequence = file.sequences.first else {
            throw PlaybackError(.data, "\(file.name): format 2: the patterns are not shown")
        }
        self.init(sequence, lyrics: file.lyrics(ofSequence: 0))
    }
}
