/// The lyrics of a piece as lines, of which one is shown.
///
/// Two conventions are known. In lyric events (FF 05; RP-017 of the MIDI Manufacturers
/// Association) a carriage return ends a line and a line feed a paragraph; `.kar` files put `/`
/// before a line's first syllable, and `\` before a paragraph's. Syllables stand as the file has
/// them, with their hyphens and blanks.
struct LyricLine: Sendable {
    /// A line at a moment.
    struct Moment: Hashable, Sendable {
        /// What has been sung.
        var sung: String
        /// The rest of the line.
        var rest: String
    }

    private struct Syllable {
        var tick: Int64
        var text: String
    }

    private struct Line {
        var syllables: [Syllable]
        /// From when on it is shown.
        var from: Int64
    }

    private let lines: [Line]

    /// Where a line without a sign of its end is broken: at a blank after so many columns, and
    /// anywhere after so many.
    private static let softLength = 40
    private static let hardLength = 160

    /// Makes lines of cues in the order of time.
    init(cues: [Song.Cue]) {
        var collected: [[Syllable]] = []
        var line: [Syllable] = []
        var columns = 0
        func end() {
            if line.contains(where: { $0.text.contains { !$0.isWhitespace } }) {
                collected.append(line)
            }
            line = []
            columns = 0
        }
        let hasLineEnds = cues.contains { Self.hasLineEnd($0.text) }
        for cue in cues {
            var text = cue.text.unicodeScalars[...]
            if text.first == "/" || text.first == "\\" {
                end()
                text.removeFirst()
            }
            var pieces = text.split(omittingEmptySubsequences: false) { $0 == "\r" || $0 == "\n" }
            while let piece = pieces.first {
                pieces.removeFirst()
                let text = String(String.UnicodeScalarView(piece)).printable
                let isLong =
                    columns >= Self.hardLength
                    || !hasLineEnds && columns >= Self.softLength
                        && (text.first == " " || line.last?.text.last == " ")
                if isLong { end() }
                if !text.isEmpty {
                    line.append(Syllable(tick: cue.tick, text: text))
                    columns += text.columns
                }
                if !pieces.isEmpty { end() }
            }
        }
        end()
        var lines: [Line] = []
        for syllables in collected {
            let first = syllables.first?.tick ?? 0
            // The next line comes up half-way from the last syllable to its own first.
            let before = lines.last?.syllables.last?.tick ?? first
            lines.append(Line(syllables: syllables, from: before + (first - before) / 2))
        }
        self.lines = lines
    }

    /// Whether there is nothing to be sung.
    var isEmpty: Bool { lines.isEmpty }

    /// The line that is sung at a tick, or that will be next; `nil` without lyrics.
    func at(tick: Int64) -> Moment? {
        guard let first = lines.first else { return nil }
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            if lines[middle].from <= tick { low = middle + 1 } else { high = middle }
        }
        let line = low > 0 ? lines[low - 1] : first
        var moment = Moment(sung: "", rest: "")
        for syllable in line.syllables {
            if syllable.tick <= tick {
                moment.sung += syllable.text
            } else {
                moment.rest += syllable.text
            }
        }
        return moment
    }

    private static func hasLineEnd(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return scalars.first == "/" || scalars.first == "\\"
            || scalars.contains { $0 == "\r" || $0 == "\n" }
    }
}
