/// The lyrics of a sequence: lines of syllables with their times.
///
/// Three ways of writing lyrics are known: lyric events (FF 05) in which a carriage return ends a
/// line and a line feed a paragraph (RP-017), karaoke files, which have them as text (FF 01) with `/`
/// before a line's first syllable and `\` before a paragraph's, and lyric events without any sign
/// of a line's end, which ``PreparedSequence/lyrics(of:pattern:decoding:)`` breaks where the singer
/// rests.
public struct Lyrics: Hashable, Sendable {
    /// The kind of events that the lyrics come from.
    public enum Source: String, Hashable, Sendable, CaseIterable {
        /// Lyric events (FF 05).
        case lyricEvents = "lyric-events"
        /// The text events (FF 01) of a karaoke file.
        case karaokeText = "karaoke-text"
    }

    /// A text that is sung at a tick.
    public struct Syllable: Hashable, Sendable {
        /// The time.
        public var tick: Int64
        /// The text with its blanks and hyphens; a blank at its end ends the word.
        public var text: String

        /// Makes a syllable.
        public init(tick: Int64, text: String) {
            self.tick = tick
            self.text = text
        }
    }

    /// A line of syllables, at least one of them more than blanks.
    public struct Line: Hashable, Sendable {
        /// The syllables in the order of their ticks; never empty.
        public var syllables: [Syllable]
        /// Whether a paragraph begins here; the first line begins one.
        public var isParagraphStart: Bool

        /// Makes a line.
        public init(syllables: [Syllable], isParagraphStart: Bool = false) {
            self.syllables = syllables
            self.isParagraphStart = isParagraphStart
        }

        /// The time of the first syllable.
        public var tick: Int64 { syllables.first?.tick ?? 0 }

        /// The whole line, without blanks at its ends.
        public var text: String {
            let text = syllables.map(\.text).joined()
            guard let first = text.firstIndex(where: { !$0.isWhitespace }),
                let last = text.lastIndex(where: { !$0.isWhitespace })
            else { return "" }
            return String(text[first...last])
        }
    }

    /// The lines in the order of time.
    public var lines: [Line] = []
    /// The kind of events that they come from.
    public var source: Source
    /// The information that the file has about them.
    public var heading = Heading()

    /// Makes lyrics without any lines.
    public init(source: Source = .lyricEvents) {
        self.source = source
    }

    /// Makes lyrics of texts as they are in a file, including marks of lines.
    ///
    /// Lines without marks are broken by their length alone.
    ///
    /// - Parameters:
    ///   - cues: The texts in the order of time.
    ///   - source: The kind of events that they come from.
    public init(cues: [Syllable], source: Source = .lyricEvents) {
        self.init(source: source)
        lines = LyricsLayout(cues, source: source, pace: nil).lines
    }

    /// Whether nothing is sung.
    public var isEmpty: Bool { lines.isEmpty }

    /// The title: the first that the heading has.
    public var title: String? { heading.titles.first }
    /// The language as a karaoke file names it, such as `ENGL` or `JAPN`.
    public var language: String? { heading.language }
}
