import ControlProtocol
import Playback
import Sequencer

/// Places by what is sung there.
extension Transport {
    /// Goes to where something is sung: the next place behind the one that plays, or the first.
    ///
    /// - Throws: Status 66 when nothing is loaded, 64 for what is not sung.
    func seek(lyric text: String) throws(CommandFailure) {
        let song = try loadedSong()
        let tick = song.sequence.tempoMap.tick(atFrame: place, rate: rate)
        guard let found = LyricSearch(song.lyrics).tick(of: text, after: tick) else {
            throw CommandFailure(
                .usage,
                "\(RequestError.quoted(text)): "
                    + (song.lyrics.isEmpty ? "the file has no lyrics" : "not found in the lyrics")
            )
        }
        let frame = song.sequence.tempoMap.frame(atTick: found, rate: rate)
        try seek(frame: min(frame, song.endFrame(rate: rate)))
    }
}

/// Finds words in syllables.
struct LyricSearch {
    /// Letters and digits, each with the tick of its syllable.
    private var letters: [(character: Character, tick: Int64)] = []

    /// Takes the syllables in the order of time.
    init(_ cues: [LoadedPiece.Cue]) {
        for cue in cues {
            letters += Self.letters(of: cue.text).map { ($0, cue.tick) }
        }
    }

    /// What counts of a text: neither case nor blanks, hyphens and the signs of karaoke files.
    private static func letters(of text: String) -> [Character] {
        text.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// Where a text is sung first behind a tick, or from the start where it is not behind it.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - tick: The place to look behind.
    /// - Returns: The tick of the syllable in which it begins; `nil` where it is not sung.
    func tick(of text: String, after tick: Int64) -> Int64? {
        let wanted = Self.letters(of: text)
        guard !wanted.isEmpty, wanted.count <= letters.count else { return nil }
        var first: Int64?
        for start in 0...letters.count - wanted.count {
            guard wanted.indices.allSatisfy({ letters[start + $0].character == wanted[$0] }) else {
                continue
            }
            if letters[start].tick > tick { return letters[start].tick }
            first = first ?? letters[start].tick
        }
        return first
    }
}
