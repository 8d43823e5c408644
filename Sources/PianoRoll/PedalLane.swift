import MIDI
import Sequencer

/// The sustain pedal (CC64) of one channel over time.
struct PedalLane {
    /// The most lanes that are drawn: the busiest.
    static let limit = 12
    static let height = 18.0

    var channel: TrackInfo.Channel
    /// The values, 0 … 127, with the ticks from which they hold.
    var values: [(tick: Int64, value: UInt8)] = []

    /// The lanes of a sequence, by channel.
    static func lanes(of sequence: PreparedSequence) -> [PedalLane] {
        var lanes: [Int: PedalLane] = [:]
        for event in sequence.schedule where event.kind == .channel {
            let message = event.message
            guard message.kind == .controlChange else { continue }
            let index = Int(event.port) << 4 | Int(message.channel)
            // Reset All Controllers releases a pedal too.
            guard message.data1 == 64 || message.data1 == 121 && lanes[index] != nil else {
                continue
            }
            let channel = TrackInfo.Channel(port: event.port, channel: message.channel)
            let value = message.data1 == 64 ? message.data2 & 127 : 0
            lanes[index, default: PedalLane(channel: channel)].values.append((event.tick, value))
        }
        let pressed = lanes.filter { $0.value.values.contains { $0.value > 0 } }
        let busiest = pressed.sorted {
            ($1.value.values.count, $0.key) < ($0.value.values.count, $1.key)
        }.prefix(limit)
        return busiest.sorted { $0.key < $1.key }.map(\.value)
    }
}

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
                ["fill": "none", "stroke": RollStyle.barLine, "stroke-width": "0.8"]
            )
        }
        svg.close("g")
    }
}
