import ControlProtocol
import Playback
import Sequencer

/// Positions in the loaded piece.
extension Transport {
    /// Goes to a position of the loaded piece.
    ///
    /// - Throws: Status 66 if nothing is loaded, 64 for a position that does not exist.
    func seek(_ position: Position) throws(RequestError) {
        let piece = try run.loadedPiece()
        try seek(frame: try run.frame(of: position, in: piece))
    }

    /// Goes to the next position at which a text is sung, or to the first.
    ///
    /// - Throws: Status 66 if nothing is loaded, 64 for a text that is not sung.
    func seek(lyric text: String) throws(RequestError) {
        try seek(frame: try run.frame(ofLyric: text, in: try run.loadedPiece()))
    }

    /// Goes to a position at a distance from the playback position, within the piece.
    ///
    /// - Throws: Status 66 if nothing is loaded, 64 for bars or beats of a piece without any.
    func seek(by offset: PositionOffset) throws(RequestError) {
        try seek(frame: try run.frame(of: offset, in: try run.loadedPiece()))
    }

    private func seek(frame: Int64) throws(RequestError) {
        try checkNotFollowing()
        if state == .playing {
            try start(at: frame, .located)
        } else {
            queue.begin()
            playback.locate(at: frame)
            if state == .stopped { run.enter(.paused) }
            run.report(.located)
        }
    }
}
