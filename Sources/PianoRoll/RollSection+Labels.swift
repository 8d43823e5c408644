import MIDI
import SVG
import Sequencer

extension RollSection {
    /// The program changes after the first of each channel, which is in the legend.
    static func programLabels(
        _ sequence: PreparedSequence,
        _ scale: RollScale,
        _ parts: RollParts
    ) -> [RollLabel] {
        var labels: [RollLabel] = []
        var programs = Array(repeating: -1, count: 256)
        var hasNotes = Array(repeating: false, count: 256)
        for event in sequence.schedule where event.kind == .channel {
            let message = event.message
            let channel = Int(event.port & 15) << 4 | Int(message.channel)
            if message.isNoteOn { hasNotes[channel] = true }
            guard message.kind == .programChange else { continue }
            let program = Int(message.data1 & 127)
            defer { programs[channel] = program }
            guard hasNotes[channel], programs[channel] != program else { continue }
            let isDrums = RollParts.isDrums(
                port: event.port,
                channel: message.channel,
                sequence
            )
            let name =
                isDrums
                ? GeneralMIDI.drumKitName(message.data1) ?? "Drum kit \(program)"
                : GeneralMIDI.programName(message.data1) ?? "Program \(program)"
            let part = parts.all.first {
                $0.channel.port == event.port && $0.channel.channel == message.channel
            }
            labels.append(
                RollLabel(
                    x: scale.x(event.tick),
                    text: "ch \(Int(message.channel) + 1) \(name)",
                    color: part?.color ?? PictureStyle.paleInk
                )
            )
            // A page has no room for more.
            if labels.count >= 20_000 { break }
        }
        return labels
    }

    func drawPrograms(into svg: inout SVGWriter) {
        guard programs.rowCount > 0 else { return }
        drawLaneName("Programs", at: programsTop + 11, into: &svg)
        svg.open("g", ["font-size": SVGWriter.number(RollLabels.size), "id": id("programs")])
        for (label, row) in programs.placed {
            let top = programsTop + Double(row) * Self.labelHeight
            svg.rectangle(label.x, top + 2, 2, Self.labelHeight - 4, ["fill": label.color])
            guard !label.text.isEmpty else { continue }
            svg.text(label.x + 5, top + 11, label.text)
        }
        svg.close("g")
    }

    func drawMarkers(into svg: inout SVGWriter) {
        guard !sequence.markers.isEmpty else { return }
        drawLaneName("Markers", at: markersTop + 11, into: &svg)
        let labels = sequence.markers.lazy.map { marker in
            RollLabel(x: scale.x(marker.tick), text: PictureStyle.name(marker.name, columns: 60))
        }
        svg.open(
            "g",
            ["font-size": "10", "font-weight": "600", "fill": "#92400e", "id": id("markers")]
        )
        draw(Self.spaced(labels), size: 10, top: markersTop, into: &svg) { svg, label in
            svg.beginPath(["stroke": "#b45309", "stroke-dasharray": "3 3", "stroke-width": "0.8"])
            svg.move(label.x, markersTop + 2)
            svg.vertical(to: linesBottom)
            svg.endPath(title: label.text)
        }
        svg.close("g")
    }

    func drawLyrics(into svg: inout SVGWriter) {
        guard !lyrics.isEmpty else { return }
        drawLaneName("Lyrics", at: lyricsTop + 15, into: &svg)
        svg.open("g", ["font-size": "10", "fill": PictureStyle.ink, "id": id("lyrics")])
        let labels = Self.spaced(lyrics)
        let rows = lyricRows
        for row in 0..<rows {
            let top = lyricsTop + 4 + Double(row) * Self.labelHeight
            let own = stride(from: row, to: labels.count, by: rows).map { labels[$0] }
            draw(own, size: 10, top: top, into: &svg) { svg, label in
                svg.rectangle(label.x, top + 2, 1, 11, ["fill": PictureStyle.faintInk])
            }
        }
        svg.close("g")
    }

    /// Labels without those that would cover another.
    private static func spaced(_ labels: some Sequence<RollLabel>) -> [RollLabel] {
        var kept: [RollLabel] = []
        for label in labels where label.x - (kept.last?.x ?? -.infinity) >= 4 {
            kept.append(label)
        }
        return kept
    }

    /// Draws labels, each cut at the start of the next one.
    private func draw(
        _ labels: [RollLabel],
        size: Double,
        top: Double,
        into svg: inout SVGWriter,
        sign: (inout SVGWriter, RollLabel) -> Void
    ) {
        for (index, label) in labels.enumerated() {
            sign(&svg, label)
            let next = index + 1 < labels.count ? labels[index + 1].x : width - 4
            let text = PictureStyle.fitted(label.text, width: next - label.x - 8, size: size)
            if !text.isEmpty { svg.text(label.x + 4, top + 11, text, title: label.text) }
        }
    }

    /// Draws the name of a lane to the left of it.
    func drawLaneName(_ name: String, at baseline: Double, into svg: inout SVGWriter) {
        svg.text(
            RollStyle.left - 6,
            baseline,
            name,
            ["font-size": "9.5", "text-anchor": "end", "fill": PictureStyle.paleInk]
        )
    }
}
