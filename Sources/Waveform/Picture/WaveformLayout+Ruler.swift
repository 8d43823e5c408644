import SVG
import Sequencer

extension WaveformLayout {
    /// The least distances between lines and numbers.
    private static let leastBar = 12.0
    private static let leastNumber = 40.0
    private static let leastTime = 72.0

    /// The right edge of the drawing.
    private var end: Double { Self.left + width }

    func drawRuler(into svg: inout SVGWriter) {
        svg.open("g", ["id": "ruler"])
        if !content.bars.isEmpty { drawBars(into: &svg) }
        drawTimes(into: &svg)
        svg.close("g")
    }

    private func drawBars(into svg: inout SVGWriter) {
        let barWidth = width / Double(content.bars.count)
        svg.beginPath(["stroke": PictureStyle.barLine])
        for bar in bars(barWidth, least: Self.leastBar) {
            svg.move(bar.x, rulerTop)
            svg.vertical(to: lanesBottom)
        }
        svg.endPath()
        svg.open("g", ["font-size": "10", "font-weight": "600", "id": "bars"])
        for bar in bars(barWidth, least: Self.leastNumber) where bar.x < end - 8 {
            svg.text(bar.x + 3, rulerTop + 12, "\(bar.number)")
        }
        svg.close("g")
    }

    /// Bars at a distance, without those that are too near to the one before.
    private func bars(_ barWidth: Double, least: Double) -> [(number: Int64, x: Double)] {
        let step = RulerStep.bars(barWidth, least: least)
        var positions: [(number: Int64, x: Double)] = []
        for bar in content.bars where (bar.number - 1) % step == 0 {
            let x = x(bar.frame)
            if let last = positions.last, x - last.x < least * 0.7 { continue }
            positions.append((bar.number, x))
        }
        return positions
    }

    private func drawTimes(into svg: inout SVGWriter) {
        let rate = Double(content.rate)
        let step = RulerStep.milliseconds(
            width / frameCount * rate,
            least: Self.leastTime,
            finest: 1
        )
        let hasBars = !content.bars.isEmpty
        let top = rulerTop + (hasBars ? Self.rulerRow : 0)
        let begin = Double(content.start) / rate * 1000
        var times: [(milliseconds: Int64, x: Double)] = []
        var time = (Int64(begin.rounded(.up)) + step - 1) / step * step
        while true {
            let frame = Double(time) / 1000 * rate - Double(content.start)
            guard frame <= frameCount else { break }
            times.append((time, Self.left + max(frame, 0) / frameCount * width))
            time += step
        }
        svg.beginPath(["stroke": hasBars ? PictureStyle.faintInk : PictureStyle.barLine])
        for time in times {
            svg.move(time.x, hasBars ? top + 4 : top)
            svg.vertical(to: hasBars ? top + 12 : lanesBottom)
        }
        svg.endPath()
        svg.open("g", ["font-size": "9", "fill": PictureStyle.paleInk, "id": "times"])
        let decimals = step % 1_000 == 0 ? 0 : step % 100 == 0 ? 1 : step % 10 == 0 ? 2 : 3
        for (time, x) in times where x < end - 24 || times.count == 1 {
            svg.text(
                x + 3,
                top + 12,
                TimeText.text(nanoseconds: time * 1_000_000, decimals: decimals...decimals)
            )
        }
        svg.close("g")
    }

    func drawMarkers(into svg: inout SVGWriter) {
        guard !content.markers.isEmpty else { return }
        var labels: [(x: Double, name: String)] = []
        for marker in content.markers {
            let x = x(marker.frame)
            guard x - (labels.last?.x ?? -.infinity) >= 4 else { continue }
            labels.append((x, PictureStyle.name(marker.name, columns: 60)))
        }
        svg.open(
            "g",
            ["font-size": "10", "font-weight": "600", "fill": "#92400e", "id": "markers"]
        )
        for (index, label) in labels.enumerated() {
            svg.beginPath(["stroke": "#b45309", "stroke-dasharray": "3 3", "stroke-width": "0.8"])
            svg.move(label.x, markersTop + 2)
            svg.vertical(to: lanesBottom)
            svg.endPath(title: label.name)
            let next = index + 1 < labels.count ? labels[index + 1].x : right - 4
            let text = PictureStyle.fitted(label.name, width: next - label.x - 8, size: 10)
            if !text.isEmpty {
                svg.text(label.x + 4, markersTop + 11, text, title: label.name)
            }
        }
        svg.close("g")
    }
}
