import SMF

/// Finds the texts that are sung among all those of some tracks.
struct LyricsFinder {
    /// The texts as in the file, including marks of lines, in the order of time.
    private(set) var cues: [Lyrics.Syllable] = []
    private(set) var source = Lyrics.Source.lyricEvents
    private(set) var heading = Lyrics.Heading()

    /// The texts of one track.
    private struct Candidate {
        var lyrics: [Lyrics.Syllable] = []
        var texts: [Lyrics.Syllable] = []
        /// The number of texts that begin with a karaoke file's mark of a line.
        var marks = 0
        var isNamed = false

        /// A comment at the start is not sung.
        var karaoke: [Lyrics.Syllable] {
            guard let first = texts.firstIndex(where: { LyricsFinder.isMarked($0.text) }) else {
                return texts
            }
            return texts[..<first].filter { $0.tick > 0 } + texts[first...]
        }
    }

    /// Looks through tracks that sound together.
    ///
    /// Of several tracks with lyrics the one with the most is taken: the voices of a choir would
    /// otherwise be mixed syllable by syllable.
    init(_ tracks: some Sequence<Track>, decoding decoder: TextDecoder) {
        var candidates: [Candidate] = []
        var isKaraoke = false
        for track in tracks {
            var candidate = Candidate()
            let lyrics = LyricsText(track.texts.filter { $0.kind == .lyric }, decoding: decoder)
            candidate.lyrics = lyrics.syllables
            let texts = LyricsText(track.texts.filter { $0.kind == .text }, decoding: decoder)
            for syllable in texts.syllables {
                let text = syllable.text
                if text.hasPrefix("@") {
                    isKaraoke = true
                    heading.add(karaoke: text)
                } else {
                    if Self.isMarked(text) { candidate.marks += 1 }
                    candidate.texts.append(syllable)
                }
            }
            for event in track.texts where event.kind == .trackName {
                let name = decoder.text(of: event.bytes).lowercased()
                if ["words", "lyrics", "karaoke"].contains(name) { candidate.isNamed = true }
            }
            candidates.append(candidate)
        }
        let lyrics = Self.longest(candidates.map(\.lyrics))
        choose(plainLyrics(lyrics), or: Self.karaoke(candidates, isKaraoke: isKaraoke))
    }

    private mutating func choose(
        _ lyrics: [Lyrics.Syllable],
        or karaoke: [Lyrics.Syllable]
    ) {
        let isKaraokeLonger = Self.sungCount(karaoke) > Self.sungCount(lyrics)
        cues = isKaraokeLonger ? karaoke : lyrics
        source = isKaraokeLonger ? .karaokeText : .lyricEvents
    }

    /// Takes the signs of RP-026 out of lyric events.
    private mutating func plainLyrics(_ lyrics: [Lyrics.Syllable]) -> [Lyrics.Syllable] {
        guard lyrics.contains(where: { LyricsMarkup.isPresent(in: $0.text) }) else {
            return lyrics
        }
        return lyrics.compactMap { cue in
            let markup = LyricsMarkup(cue.text)
            for item in markup.items { heading.add(item: item.name, item.value) }
            let isTagAlone = markup.text.allSatisfy { $0 == " " } && markup.text != cue.text
            return isTagAlone ? nil : Lyrics.Syllable(tick: cue.tick, text: markup.text)
        }
    }

    /// The texts of the track that has a karaoke file's words; none where no file of that kind is.
    private static func karaoke(
        _ candidates: [Candidate],
        isKaraoke: Bool
    ) -> [Lyrics.Syllable] {
        let sure = candidates.filter { $0.marks > 1 || $0.isNamed }
        if !sure.isEmpty { return longest(sure.map(\.karaoke)) }
        return isKaraoke ? longest(candidates.map(\.karaoke)) : []
    }

    private static func longest(_ cues: [[Lyrics.Syllable]]) -> [Lyrics.Syllable] {
        var longest: [Lyrics.Syllable] = []
        var count = 0
        for candidate in cues {
            let sung = sungCount(candidate)
            guard sung > count else { continue }
            longest = candidate
            count = sung
        }
        return longest
    }

    private static func sungCount(_ cues: [Lyrics.Syllable]) -> Int {
        cues.count { $0.text.contains { !$0.isWhitespace } }
    }

    private static func isMarked(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "/") || text.utf8.first == UInt8(ascii: "\\")
    }
}
