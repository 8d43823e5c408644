import SVG
import Sequencer
import Wording

extension RollSection {
    /// The most entries of the legend.
    private static let legendLimit = 40
    private static let entryWidth = 270.0
    private static let entryHeight = 17.0

    /// The columns of the legend, which a window shows without scrolling.
    private var legendColumns: Int {
        let visible = min(width, 1_400) - 2 * PictureStyle.margin
        return max(Int(visible / Self.entryWidth), 1)
    }

    private var legendCount: Int { min(parts.all.count, Self.legendLimit) }

    var legendHeight: Double {
        let count = legendCount + (parts.all.count > legendCount ? 1 : 0)
        return Double((count + legendColumns - 1) / legendColumns) * Self.entryHeight
    }

    func drawHeading(into svg: inout SVGWriter) {
        let baseline = legendTop - Self.headingHeight
        svg.text(
            PictureStyle.margin,
            baseline + 28,
            // Bold letters are wider.
            PictureStyle.fitted(heading.title, width: width - 2 * PictureStyle.margin, size: 26),
            ["font-size": "20", "font-weight": "600"]
        )
        svg.text(
            PictureStyle.margin,
            baseline + 47,
            PictureStyle.fitted(summary, width: width - 2 * PictureStyle.margin, size: 12),
            ["font-size": "12", "fill": PictureStyle.paleInk]
        )
    }

    private var summary: String {
        var words = [heading.source, description.end.timeText]
        if let bars = description.barCount { words.append(NumberText.count(bars, "bar")) }
        if description.isInBars {
            words += [description.tempoSummary, description.meterSummary]
        } else {
            words.append("SMPTE time")
        }
        if !sequence.keySignatures.isEmpty { words.append(description.keySummary) }
        words.append(NumberText.count(sequence.noteCount, "note"))
        return words.filter { !$0.isEmpty }.joined(separator: "  ·  ")
    }

    func drawLegend(into svg: inout SVGWriter) {
        guard !parts.all.isEmpty else { return }
        svg.open("g", ["font-size": "11", "id": id("legend")])
        for index in 0..<legendCount {
            let part = parts.all[index]
            let (x, y) = entry(index)
            svg.rectangle(x, y + 3, 11, 11, ["rx": "2", "fill": part.color])
            let text = PictureStyle.fitted(name(of: part), width: Self.entryWidth - 30, size: 11)
            svg.text(x + 17, y + 12.5, text, title: name(of: part))
        }
        if parts.all.count > legendCount {
            let (x, y) = entry(legendCount)
            svg.text(x, y + 12.5, "+ \(parts.all.count - legendCount) more")
        }
        svg.close("g")
    }

    private func entry(_ index: Int) -> (Double, Double) {
        (
            PictureStyle.margin + Double(index % legendColumns) * Self.entryWidth,
            legendTop + Double(index / legendColumns) * Self.entryHeight
        )
    }

    /// The name of a part: `Saxophone · ch 4 · Soprano Sax`.
    func name(of part: RollPart) -> String {
        guard let number = part.track, sequence.tracks.indices.contains(number) else {
            return "Other parts (\(part.isDrums ? "drums" : "not drums"))"
        }
        let track = sequence.tracks[number]
        var name = PictureStyle.name(track.name ?? "", columns: 60)
        if name.isEmpty { name = "Track \(description.trackNumber(ofIndex: number))" }
        var words = [name, "ch \(description.channelText(part.channel))"]
        let programs = track.programs.filter {
            $0.port == part.channel.port && $0.channel == part.channel.channel
        }
        if let program = programs.first {
            let number = Int(program.program)
            let known = program.name ?? (program.isDrums ? "kit \(number)" : program.address)
            words.append(programs.count > 1 ? known + ", …" : known)
        }
        return words.joined(separator: " · ")
    }

    /// The identifier of an element; each pattern of a file has its own.
    func id(_ name: String) -> String {
        description.pattern.map { "\(name)-\($0)" } ?? name
    }
}
