import Sequencer

extension PiecePlayer {
    /// The reason why no note of the loaded piece is audible; `nil` if one is, or the click.
    public var silence: String? {
        guard let piece, !(isMetronomeOn && piece.sequence.hasBars) else { return nil }
        let tracks = piece.sequence.tracks.enumerated().filter { $0.element.noteCount > 0 }
        guard !tracks.isEmpty else { return "the file has no notes" }
        let isAudible = tracks.contains { number, track in
            track.channels.contains { channel in
                func isIn(_ selection: Selection) -> Bool {
                    selection.contains(track: number)
                        || selection.contains(
                            port: Int(channel.port),
                            channel: Int(channel.channel)
                        )
                }
                return !isIn(muted) && (soloed.isEmpty || isIn(soloed))
            }
        }
        guard !isAudible else { return nil }
        return soloed.isEmpty ? "everything is muted" : "mute and solo silence all parts"
    }
}
