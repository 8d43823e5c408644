import ControlProtocol
import Playback
import Sequencer

/// Positions in the loaded piece.
extension Transport {
    /// Goes to a position of the loaded piece.
    ///
    /// - Throws: Status 66 if nothing is loaded, 64 for a position that does not exist.
    func seek(_ position: Position) throws(RequestError) {
        let piece = try loadedPiece()
        try seek(frame: try frame(of: position, in: piece))
    }

    /// Goes to the next position at which a text is sung, or to the first.
    ///
    /// - Throws: Status 66 if nothing is loaded, 64 for a text that is not sung.
    func seek(lyric text: String) throws(RequestError) {
        try seek(frame: try frame(ofLyric: text, in: try loadedPiece()))
    }

    /// The nominal frame at which a text is sung next, or first.
    ///
    /// - Throws: Status 64 for a text that is not sung.
    func frame(ofLyric text: String, in piece: LoadedPiece) throws(RequestError) -> Int64 {
        let tick = piece.sequence.tempoMap.tick(atFrame: frame, rate: rate)
        guard let found = LyricSearch(piece.lyrics).tick(of: text, after: tick) else {
            throw RequestError(
                .usage,
                "\(RequestError.quoted(text)): "
                    + (piece.lyrics.isEmpty ? "the file has no lyrics" : "not found in the lyrics")
            )
        }
        let frame = piece.sequence.tempoMap.frame(atTick: found, rate: rate)
        return min(frame, piece.endFrame(rate: rate))
    }

    /// Goes to a position at a distance from the playback position, within the piece.
    ///
    /// - Throws: Status 66 if nothing is loaded, 64 for bars or beats of a piece without any.
    func seek(by offset: PositionOffset) throws(RequestError) {
        try seek(frame: try frame(of: offset, in: try loadedPiece()))
    }

    /// The nominal frame at a distance from the playback position, within a piece.
    ///
    /// - Throws: Status 64 for bars or beats of a piece without any.
    func frame(of offset: PositionOffset, in piece: LoadedPiece) throws(RequestError) -> Int64 {
        do throws(PositionError) {
            let here = playback.exactFrame ?? frame
            return try piece.sequence.frame(at: offset, from: here, rate: rate)
        } catch {
            throw RequestError(.usage, error.description)
        }
    }

    private func seek(frame: Int64) throws(RequestError) {
        try checkNotFollowing()
        if state == .playing {
            try start(at: frame, .located)
        } else {
            queue.begin()
            playback.locate(at: frame)
            if state == .stopped { state = .paused }
            report(.located)
        }
    }

    /// The nominal frame of a position of a piece.
    ///
    /// - Throws: Status 64 for a position that does not exist.
    func frame(of position: Position, in piece: LoadedPiece) throws(RequestError) -> Int64 {
        let sequence = piece.sequence
        do throws(PositionError) {
            switch position {
            case .nextBar, .nextBeat:
                let here = playback.exactFrame ?? frame
                let tick = sequence.tempoMap.tick(atFrame: here, rate: rate)
                guard let next = try sequence.tick(after: tick, position) else {
                    throw PositionError(
                        code: .afterEnd,
                        description: "no \(position) before the end of the file"
                    )
                }
                return sequence.tempoMap.frame(atTick: next, rate: rate)
            default:
                return try sequence.frame(of: position, rate: rate)
            }
        } catch {
            throw RequestError(.usage, error.description)
        }
    }
}
