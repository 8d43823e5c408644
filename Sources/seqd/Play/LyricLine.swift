import Sequencer
import Wording

/// The lyrics of a piece as lines, of which one is shown.
///
/// Syllables stand as the file has them, with their hyphens and blanks.
struct LyricLine: Sendable {
    /// A line and the part of it that was sung.
    struct State: Hashable, Sendable {
        /// The part that was sung.
        var sung: String
        /// The rest of the line.
        var rest: String
    }

    private struct Line {
        var syllables: [Lyrics.Syllable]
        /// The tick from which on it is shown.
        var from: Int64
    }

    private let lines: [Line]

    /// Makes lines that can be shown on a terminal.
    init(_ lyrics: Lyrics) {
        var lines: [Line] = []
        for line in lyrics.lines {
            let syllables = line.syllables.map {
                Lyrics.Syllable(tick: $0.tick, text: $0.text.printable)
            }
            guard syllables.contains(where: { $0.text.contains { !$0.isWhitespace } }) else {
                continue
            }
            // The next line comes up half-way from the last syllable to its own first.
            let before = lines.last?.syllables.last?.tick ?? line.tick
            lines.append(Line(syllables: syllables, from: before + (line.tick - before) / 2))
        }
        self.lines = lines
    }

    /// Whether there are no lines.
    var isEmpty: Bool { lines.isEmpty }

    /// The line that is sung at a tick, or that will be next; `nil` without lyrics.
    func at(tick: Int64) -> State? {
        guard let first = lines.first else { return nil }
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            if lines[middle].from <= tick { low = middle + 1 } else { high = middle }
        }
        let line = low > 0 ? lines[low - 1] : first
        var state = State(sung: "", rest: "")
        for syllable in line.syllables {
            if syllable.tick <= tick {
                state.sung += syllable.text
            } else {
                state.rest += syllable.text
            }
        }
        return state
    }
}
