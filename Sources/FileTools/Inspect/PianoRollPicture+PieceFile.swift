import PianoRoll
package import Playback
import Sequencer
import Wording

extension PianoRollPicture {
    /// Draws the sequences of a file.
    ///
    /// - Parameters:
    ///   - piece: The file.
    ///   - pattern: The number of the pattern to be drawn, from 1; `nil` for all.
    package init(_ piece: PieceFile, pattern: Int?) {
        let chosen = piece.descriptions.filter { pattern == nil || $0.pattern == pattern }
        let rest = chosen.count - Self.patternLimit
        self.init(
            chosen.prefix(Self.patternLimit).map { description in
                Content(
                    description.sequence,
                    lyrics: piece.lyrics(ofSequence: (description.pattern ?? 1) - 1),
                    pattern: description.pattern
                )
            },
            fileName: piece.name.split(separator: "/").last.map(String.init) ?? piece.name,
            footnote: rest > 0
                ? "… \(NumberText.count(rest, "more pattern")) (--pattern N draws one)" : ""
        )
    }
}
