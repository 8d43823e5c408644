import SamplerHost
import Sequencer

extension PiecePlayer {
    /// The reason why no note of the loaded piece is audible; `nil` if one is, or the click.
    public var silence: String? {
        guard let piece, !(isMetronomeOn && piece.sequence.hasBars) else { return nil }
        let tracks = piece.sequence.tracks.indices.filter {
            piece.sequence.tracks[$0].noteCount > 0
        }
        guard !tracks.isEmpty else { return "the file has no notes" }
        guard !tracks.contains(where: { silence(ofTrack: $0, of: piece) == nil }) else {
            return nil
        }
        return soloed.isEmpty ? "everything is muted" : "mute and solo silence all parts"
    }

    /// The tracks with notes of which none is audible, because of mute and solo, and why.
    package func silentParts(of piece: LoadedPiece) -> [(part: String, reason: String)] {
        piece.sequence.tracks.indices.compactMap { number in
            guard piece.sequence.tracks[number].noteCount > 0,
                let reason = silence(ofTrack: number, of: piece)
            else { return nil }
            let name = piece.sequence.tracks[number].name.map { " (\($0))" } ?? ""
            return ("track \(number + 1)\(name)", reason)
        }
    }

    /// The reason why no channel of a track is audible; `nil` if one is.
    private func silence(ofTrack number: Int, of piece: LoadedPiece) -> String? {
        var isMuted = true
        var isOnlyMuted = true
        for channel in piece.sequence.tracks[number].channels {
            func isIn(_ selection: Selection) -> Bool {
                selection.contains(track: number)
                    || selection.contains(
                        port: Int(channel.port),
                        channel: Int(channel.channel)
                    )
            }
            if !isIn(silenced) {
                if soloed.isEmpty || isIn(soloed) { return nil }
                isMuted = false
            }
            if !isIn(muted) { isOnlyMuted = false }
        }
        guard isMuted else { return "another part is soloed" }
        return isOnlyMuted ? "muted" : "practised"
    }
}
