public import SMF

extension PreparedSequence {
    /// The lyrics of the sequence.
    ///
    /// Lyric events (FF 05) or, where they have more syllables, the texts of a karaoke file. Of
    /// several tracks with lyrics the one with the most syllables counts. Where the file has no
    /// mark of a line's end, lines end at rests (2 quarter notes and 3 times the usual distance of
    /// syllables), at a bar line from 24 columns on, and at the next word from 40 columns on.
    ///
    /// - Parameters:
    ///   - file: The file that the sequence was made from.
    ///   - pattern: For format 2 the index of the sequence in
    ///     ``PreparedSequence/sequences(from:decoding:using:)``; other formats have one sequence.
    ///   - decoder: The decoder of the texts.
    /// - Returns: The lyrics, which are empty if there are none.
    public func lyrics(
        of file: MIDIFile,
        pattern: Int = 0,
        decoding decoder: TextDecoder = .utf8OrWindows1252
    ) -> Lyrics {
        let finder = LyricsFinder(of: file, pattern: pattern, decoding: decoder)
        var lyrics = Lyrics(source: finder.source)
        lyrics.heading = finder.heading
        let layout = LyricsLayout(finder.cues, source: finder.source, pace: LyricsPace(self))
        lyrics.lines = layout.lines
        return lyrics
    }

    /// The syllables as in the file, including marks of lines, in the order of time.
    ///
    /// They are those of ``lyrics(of:pattern:decoding:)``, which puts them into lines.
    ///
    /// - Parameters:
    ///   - file: The file that the sequence was made from.
    ///   - pattern: As of ``lyrics(of:pattern:decoding:)``.
    ///   - decoder: The decoder of the texts.
    /// - Returns: The syllables.
    public func lyricSyllables(
        of file: MIDIFile,
        pattern: Int = 0,
        decoding decoder: TextDecoder = .utf8OrWindows1252
    ) -> [Lyrics.Syllable] {
        LyricsFinder(of: file, pattern: pattern, decoding: decoder).cues
    }
}

extension LyricsFinder {
    /// Looks through the tracks of a sequence.
    fileprivate init(of file: MIDIFile, pattern: Int, decoding decoder: TextDecoder) {
        let tracks =
            file.format == .independent
            ? file.tracks.dropFirst(max(pattern, 0)).prefix(1) : file.tracks[...]
        self.init(tracks, decoding: decoder)
    }
}
