import ControlProtocol
import Playback
import SMF

/// The content of a file that was read for the queue.
struct FileReading: Sendable {
    let file: PieceFile
    /// The length of each sequence.
    let lengths: [PieceLength]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The absolute path.
    ///   - options: The reading options.
    ///   - hint: The hint for a file that is not a MIDI file.
    ///   - rate: Frames per second.
    /// - Throws: Status 64 for a relative path, 65 or 66 for a file that cannot be read or played.
    init(
        _ path: String,
        _ options: ReadingOptions,
        hint: PieceFile.Hint,
        rate: Int
    ) throws(RequestError) {
        guard path.hasPrefix("/") else {
            throw RequestError(.usage, "\(path): not an absolute path")
        }
        let file = try RequestError.catching { () throws(PlaybackError) in
            try RegularFile.check(path)
            return try PieceFile(path, options, hint: hint)
        }
        guard !file.file.tracks.isEmpty, !file.sequences.isEmpty else {
            throw RequestError(.data, "\(path): nothing to play: the file has no tracks")
        }
        self.file = file
        lengths = file.sequences.map { PieceLength($0, rate: rate) }
    }
}
