/// Puts the syllables of a file into lines.
///
/// If the file marks the ends of lines, these are its lines. If it has no marks, a line ends
/// - at a rest: where the next syllable comes 2 quarter notes or more after the last one, and 3
///   times as late as usual (a paragraph: 8 quarter notes and 6 times),
/// - at a bar line, where it has 24 columns or more,
/// - and at the next word, where it has 40.
///
/// A line of 160 columns ends in any case.
struct LyricsLayout {
    private(set) var lines: [Lyrics.Line] = []

    private static let barLength = 24
    private static let softLength = 40
    private static let hardLength = 160

    /// A part of a cue.
    private enum Piece {
        case text(Lyrics.Syllable)
        case lineEnd
        case paragraphEnd
    }

    /// The end that the last line has, until the next begins.
    private enum Ending {
        case none
        case line
        case paragraph
    }

    private let pace: LyricsPace?
    /// Ticks from one syllable to the next, as usual.
    private var usualGap: Int64 = 0
    private var isMarked = false
    private var line: [Lyrics.Syllable] = []
    private var columns = 0
    private var ending = Ending.paragraph

    /// Lays lyrics out.
    ///
    /// - Parameters:
    ///   - cues: The texts as they are in the file, in the order of time.
    ///   - source: The kind of events that they come from.
    ///   - pace: The flow of time; without it only lengths count.
    init(_ cues: [Lyrics.Syllable], source: Lyrics.Source, pace: LyricsPace?) {
        self.pace = pace
        var pieces = Self.pieces(of: cues, source: source)
        isMarked = pieces.contains { if case .text = $0 { false } else { true } }
        Self.separateWords(&pieces)
        usualGap = Self.usualGap(pieces)
        for piece in pieces {
            switch piece {
            case .text(let syllable): add(syllable)
            case .lineEnd: end(.line)
            case .paragraphEnd: end(.paragraph)
            }
        }
        end(.line)
    }

    private mutating func add(_ syllable: Lyrics.Syllable) {
        if let last = line.last {
            let (gap, isTooLong) = syllable.tick.subtractingReportingOverflow(last.tick)
            if let ending = ending(before: syllable, after: last, gap: isTooLong ? .max : gap) {
                end(ending)
            }
        }
        line.append(syllable)
        columns += Self.columns(syllable.text)
    }

    /// The end of the line before a syllable, if it has no mark.
    private func ending(
        before syllable: Lyrics.Syllable,
        after last: Lyrics.Syllable,
        gap: Int64
    ) -> Ending? {
        if columns >= Self.hardLength { return .line }
        guard !isMarked else { return nil }
        if let pace {
            // Widths of ticks that overflow are of no music.
            let quarters = gap / max(pace.quarter, 1)
            let times = gap / max(usualGap, 1)
            if quarters >= 8, times >= 6 { return .paragraph }
            if quarters >= 2, times >= 3 { return .line }
        }
        guard Self.beginsWord(syllable.text, after: last.text) else { return nil }
        if columns >= Self.softLength { return .line }
        guard columns >= Self.barLength, let pace else { return nil }
        return pace.crossesBar(from: last.tick, to: syllable.tick) ? .line : nil
    }

    private mutating func end(_ kind: Ending) {
        let isBlank = !line.contains { $0.text.contains { !$0.isWhitespace } }
        if isBlank {
            // An empty line parts paragraphs.
            ending = kind == .paragraph || ending != .none ? .paragraph : kind
        } else {
            let isFirst = lines.isEmpty || ending == .paragraph
            lines.append(Lyrics.Line(syllables: line, isParagraphStart: isFirst))
            ending = kind
        }
        line = []
        columns = 0
    }

    // MARK: Pieces

    private static func pieces(of cues: [Lyrics.Syllable], source: Lyrics.Source) -> [Piece] {
        let hasReturns = cues.contains { $0.text.unicodeScalars.contains("\r") }
        let hasFeeds = cues.contains { $0.text.unicodeScalars.contains("\n") }
        let areSlashesMarks = source == .karaokeText || !hasReturns && !hasFeeds
        var pieces: [Piece] = []
        for cue in cues {
            var text = cue.text.unicodeScalars[...]
            // If lines end otherwise, "/ " is a beat in a row of chords.
            if let first = text.first, first == "/" || first == "\\",
                areSlashesMarks || text.dropFirst().first != " "
            {
                pieces.append(first == "/" ? .lineEnd : .paragraphEnd)
                text.removeFirst()
            }
            // Some writers put the mark behind a line's last syllable.
            let isLast = source == .karaokeText && text.last == "/"
            if isLast { text.removeLast() }
            addPieces(of: text, at: cue.tick, feed: hasReturns ? .paragraphEnd : .lineEnd, &pieces)
            if isLast { pieces.append(.lineEnd) }
        }
        return pieces
    }

    private static func addPieces(
        of text: Substring.UnicodeScalarView,
        at tick: Int64,
        feed: Piece,
        _ pieces: inout [Piece]
    ) {
        var rest = text
        while !rest.isEmpty {
            let end = rest.firstIndex { $0 == "\r" || $0 == "\n" } ?? rest.endIndex
            if end > rest.startIndex {
                let piece = String(String.UnicodeScalarView(rest[..<end]))
                pieces.append(.text(Lyrics.Syllable(tick: tick, text: piece)))
            }
            rest = rest[end...]
            switch rest.popFirst() {
            case "\r" where rest.first == "\n":
                // One line end, as Windows has them.
                rest.removeFirst()
                pieces.append(.lineEnd)
            case "\r": pieces.append(.lineEnd)
            case "\n": pieces.append(feed)
            default: break
            }
        }
    }

    /// Puts blanks between syllables where the file has none at all: its writer took each for a
    /// word, or put hyphens within words.
    private static func separateWords(_ pieces: inout [Piece]) {
        let hasBlanks = pieces.contains {
            guard case .text(let syllable) = $0 else { return false }
            return syllable.text.first?.isWhitespace ?? true
                || syllable.text.last?.isWhitespace ?? true
        }
        guard !hasBlanks else { return }
        for index in pieces.indices.dropLast() {
            guard case .text(var syllable) = pieces[index],
                case .text(let next) = pieces[index + 1],
                !["-", "_", "~", "–"].contains(syllable.text.last),
                !isIdeographic(syllable.text.unicodeScalars.last),
                !isIdeographic(next.text.unicodeScalars.first)
            else { continue }
            syllable.text += " "
            pieces[index] = .text(syllable)
        }
    }

    private static func usualGap(_ pieces: [Piece]) -> Int64 {
        let ticks = pieces.compactMap { piece in
            if case .text(let syllable) = piece { syllable.tick } else { nil }
        }
        let gaps = zip(ticks, ticks.dropFirst()).compactMap { first, second -> Int64? in
            let (gap, isTooLong) = second.subtractingReportingOverflow(first)
            return gap > 0 && !isTooLong ? gap : nil
        }
        return gaps.isEmpty ? 0 : gaps.sorted()[gaps.count / 2]
    }

    // MARK: Text

    private static func beginsWord(_ text: String, after last: String) -> Bool {
        text.first?.isWhitespace ?? true || last.last?.isWhitespace ?? true
            || isIdeographic(text.unicodeScalars.first)
    }

    /// Whether a character is of a script that puts no blanks between words.
    private static func isIdeographic(_ scalar: Unicode.Scalar?) -> Bool {
        scalar.map { (0x2E80...0xA4CF).contains($0.value) || $0.value >= 0xF900 } ?? false
    }

    /// About the columns that a text takes: characters of East Asia are twice as wide.
    private static func columns(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 ? 2 : 1) }
    }
}
