import SVG
import Sequencer
import Wording

extension RollSection {
    func drawTempo(into svg: inout SVGWriter) {
        guard description.isInBars else { return }
        let changes = tempos
        let values = changes.map(\.beats)
        let (least, most) = (values.min() ?? 120, values.max() ?? 120)
        // A constant tempo is a line in the middle.
        let (low, range) = most > least ? (least, most - least) : (least - 1, 2)
        let inner = Self.tempoHeight - 14
        func y(_ beats: Double) -> Double {
            tempoTop + Self.tempoHeight - 3 - (beats - low) / range * inner
        }
        drawLaneName("Tempo (BPM)", at: tempoTop + 24, into: &svg)
        svg.rectangle(
            RollStyle.left,
            tempoTop,
            scale.width,
            Self.tempoHeight,
            ["fill": "none", "stroke": PictureStyle.barLine, "stroke-width": "0.8"]
        )
        svg.open("g", ["id": id("tempo")])
        svg.beginPath(["fill": "none", "stroke": "#b91c1c", "stroke-width": "1.4"])
        var curve = StepCurve(leastStep: max(0.5, scale.width / 40_000))
        svg.move(RollStyle.left, y(changes.first?.beats ?? 120))
        for change in changes.dropFirst() {
            curve.add(x: scale.x(change.tick), y: y(change.beats), into: &svg)
        }
        curve.end(x: scale.end, into: &svg)
        svg.endPath()
        svg.open("g", ["font-size": "9", "fill": "#991b1b"])
        var end = -Double.infinity
        var last = ""
        for (index, change) in changes.enumerated() {
            let text = NumberText.decimal((change.beats * 10).rounded() / 10)
            guard text != last else { continue }
            let width = PictureStyle.width(of: text, size: 9) + 8
            let x = max(scale.x(change.tick), end)
            let next = index + 1 < changes.count ? scale.x(changes[index + 1].tick) : scale.end
            // A tempo that holds long is labelled; of many short ones, some are.
            guard next - x >= width || scale.x(change.tick) >= end + 24 else { continue }
            last = text
            // Above the line, or below it at the top of the lane.
            let line = y(change.beats)
            svg.text(x + 3, line - 3 < tempoTop + 8 ? line + 10 : line - 3, text)
            end = x + width
        }
        svg.close("g")
        svg.close("g")
    }

    /// All tempos, including the one before the first change.
    private var tempos: [(tick: Int64, beats: Double)] {
        let changes = sequence.tempoMap.changes.map { change in
            (tick: change.tick, beats: 60_000_000 / Double(change.microsecondsPerQuarter))
        }
        guard let first = changes.first, first.tick <= 0 else {
            return [(0, 60_000_000 / Double(TempoMap.defaultTempo))] + changes
        }
        return changes
    }
}
