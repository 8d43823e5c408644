import SVG
import Sequencer

extension RollSection {
    func drawPedals(into svg: inout SVGWriter) {
        guard !pedals.isEmpty else { return }
        svg.open("g", ["id": id("pedals")])
        // As many steps as fit in about 1.5 MB.
        let least = max(0.5, scale.width * Double(pedals.count) / 75_000)
        for (number, lane) in pedals.enumerated() {
            let top = pedalsTop + Double(number) * (PedalLane.height + 6)
            let name = "Pedal ch \(description.channelText(lane.channel))"
            drawLaneName(name, at: top + 13, into: &svg)
            let color =
                parts.all.first { $0.channel == lane.channel }?.color ?? RollStyle.otherParts
            svg.beginPath(["fill": color, "fill-opacity": "0.45"])
            let base = top + PedalLane.height
            var curve = StepCurve(leastStep: least)
            svg.move(RollStyle.left, base)
            for (tick, value) in lane.values {
                let height = Double(value) / 127 * PedalLane.height
                curve.add(x: scale.x(tick), y: base - height, into: &svg)
            }
            curve.end(x: scale.end, into: &svg)
            svg.vertical(to: base)
            svg.endPath(title: name)
            svg.rectangle(
                RollStyle.left,
                top,
                scale.width,
                PedalLane.height,
                ["fill": "none", "stroke": PictureStyle.barLine, "stroke-width": "0.8"]
            )
        }
        svg.close("g")
    }
}
