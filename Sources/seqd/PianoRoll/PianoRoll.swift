import Playback
import SMF
import Sequencer
import Wording

/// A song as a picture: notes by key and time, with all that goes along.
///
/// The same song gives the same bytes. The size is bounded whatever is in the file.
struct PianoRoll {
    /// The document, in SVG 1.1.
    let svg: [UInt8]
    /// In pixels.
    let width: Double
    let height: Double

    /// At most so many patterns are drawn below each other; they share the room of one piece.
    static let patternLimit = 24

    /// Draws a song.
    ///
    /// - Parameters:
    ///   - song: The song.
    ///   - pattern: Of a file of format 2, only this pattern, from 1.
    init(_ song: PieceFile, pattern: Int? = nil) {
        let all = song.inspections
        let chosen = all.filter { pattern == nil || $0.pattern == pattern }
        let shown = chosen.prefix(Self.patternLimit)
        var sections: [RollSection] = []
        var top = RollStyle.margin / 2
        for inspection in shown {
            let section = RollSection(
                inspection,
                heading: Self.heading(song, inspection),
                lyrics: Self.lyrics(song, inspection),
                top: top
            )
            sections.append(section)
            top = section.bottom + RollStyle.margin
        }
        let rest = chosen.count - shown.count
        width = (sections.map(\.width).max() ?? RollStyle.leastWidth).rounded(.up)
        height = (top + (rest > 0 ? 24 : 0)).rounded(.up)
        var svg = SVGWriter()
        let (right, bottom) = (SVGWriter.number(width), SVGWriter.number(height))
        svg.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        svg.open(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "width": right, "height": bottom,
                "viewBox": "0 0 \(right) \(bottom)", "font-family": RollStyle.fonts,
                "fill": RollStyle.ink, "role": "img",
            ]
        )
        svg.title(RollStyle.name(sections.first?.heading.title ?? song.name))
        svg.raw("\n")
        svg.rectangle(0, 0, width, height, ["fill": "#ffffff"])
        for section in sections { section.draw(into: &svg) }
        if rest > 0 {
            svg.text(
                RollStyle.margin,
                top + 12,
                "… \(NumberText.count(rest, "more pattern")) (--pattern N draws one)",
                ["font-size": "12", "fill": RollStyle.paleInk]
            )
        }
        svg.close("svg")
        self.svg = svg.bytes
    }

    private static func heading(
        _ song: PieceFile,
        _ inspection: SequenceInspection
    ) -> (title: String, source: String) {
        let path = song.name.split(separator: "/").last.map(String.init) ?? song.name
        let source = RollStyle.name(path, columns: 60)
        var name = RollStyle.name(inspection.sequence.name ?? "")
        if name.hasPrefix("@") {
            // A karaoke file, in which the title is no name of a track.
            let lyrics = song.lyrics(ofSequence: (inspection.pattern ?? 1) - 1)
            name = RollStyle.name(lyrics.title ?? String(name.dropFirst(2)))
        }
        guard let pattern = inspection.pattern else {
            return name.isEmpty ? (source, "") : (name, source)
        }
        let title = name.isEmpty ? "Pattern \(pattern)" : "Pattern \(pattern): \(name)"
        return (title, source)
    }

    /// The lines that are sung in a sequence, where they begin.
    private static func lyrics(
        _ song: PieceFile,
        _ inspection: SequenceInspection
    ) -> [RollLabel] {
        let scale = RollScale(inspection.sequence)
        return song.lyrics(ofSequence: (inspection.pattern ?? 1) - 1).lines.map { line in
            RollLabel(x: scale.x(line.tick), text: RollStyle.name(line.text, columns: 200))
        }
    }
}
