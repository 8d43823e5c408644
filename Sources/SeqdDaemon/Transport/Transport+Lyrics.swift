import ControlProtocol
import Playback
import Sequencer

/// Places by what is sung there.
extension Transport {
    /// Goes to where something is sung: the next place behind the one that plays, or the first.
    ///
    /// - Throws: Status 66 when nothing is loaded, 64 for what is not sung.
    func seek(lyric text: String) throws(RequestError) {
        let song = try loadedSong()
        let tick = song.sequence.tempoMap.tick(atFrame: place, rate: rate)
        guard let found = LyricSearch(song.lyrics).tick(of: text, after: tick) else {
            throw RequestError(
                .usage,
                "\(RequestError.quoted(text)): "
                    + (song.lyrics.isEmpty ? "the file has no lyrics" : "not found in the lyrics")
            )
        }
        let frame = song.sequence.tempoMap.frame(atTick: found, rate: rate)
        try seek(frame: min(frame, song.endFrame(rate: rate)))
    }
}
