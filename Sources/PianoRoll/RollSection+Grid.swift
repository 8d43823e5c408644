import SMF
import SVG
import Sequencer

extension RollSection {
    /// The least distances between lines, beats and numbers, in pixels.
    private static let leastBar = 12.0
    private static let leastBeat = 8.0
    private static let leastNumber = 40.0
    private static let leastTime = 64.0

    func drawGrid(into svg: inout SVGWriter) {
        svg.open("g", ["id": id("ruler")])
        if description.isInBars { drawBars(into: &svg) }
        drawTimes(into: &svg)
        svg.beginPath(["stroke": PictureStyle.frame])
        svg.move(RollStyle.left, rulerTop)
        svg.right(by: scale.width)
        svg.endPath()
        svg.close("g")
    }

    private func drawBars(into svg: inout SVGWriter) {
        let bars = max(description.barCount ?? 0, 1)
        let barWidth = scale.width / Double(bars)
        let lineStep = RulerStep.bars(barWidth, least: Self.leastBar)
        if lineStep == 1, scale.beatWidth / 2 >= Self.leastBeat / 2 {
            drawBeats(into: &svg, bars: bars)
        }
        let lines = barPositions(bars: bars, step: lineStep, least: Self.leastBar * 0.75)
        svg.beginPath(["stroke": PictureStyle.barLine])
        for line in lines {
            svg.move(line.x, rulerTop)
            svg.vertical(to: linesBottom)
        }
        svg.endPath()
        let numberStep = RulerStep.bars(barWidth, least: Self.leastNumber)
        let numbers = barPositions(bars: bars, step: numberStep, least: Self.leastNumber * 0.7)
        svg.open("g", ["font-size": "10", "font-weight": "600"])
        for number in numbers { svg.text(number.x + 3, rulerTop + 12, "\(number.bar)") }
        svg.close("g")
        drawMeters(into: &svg)
    }

    /// Draws the meters at their changes, after the number of the bar.
    private func drawMeters(into svg: inout SVGWriter) {
        guard sequence.timeSignatures.count > 1 else { return }
        svg.open("g", ["font-size": "9", "fill": PictureStyle.paleInk])
        var last = -Double.infinity
        for change in sequence.timeSignatures {
            let bar = description.time(atTick: change.tick).barBeat?.bar ?? 1
            let x = scale.x(change.tick) + PictureStyle.width(of: "\(bar)", size: 10) + 9
            guard x - last >= Self.leastNumber, x < scale.end - 16 else { continue }
            last = x
            svg.text(x, rulerTop + 12, change.signature.description)
        }
        svg.close("g")
    }

    /// Bars and their positions, without those that are too near to the bar before.
    private func barPositions(
        bars: Int64,
        step: Int64,
        least: Double
    ) -> [(bar: Int64, x: Double)] {
        var positions: [(bar: Int64, x: Double)] = []
        for bar in stride(from: 1, through: bars, by: Int(step)) {
            guard let tick = try? sequence.meterMap.tick(bar: bar, beat: 1, tick: 0) else { break }
            let x = scale.x(tick)
            if let last = positions.last, x - last.x < least { continue }
            positions.append((bar, x))
        }
        return positions
    }

    private func drawBeats(into svg: inout SVGWriter, bars: Int64) {
        let changes = sequence.timeSignatures
        var change = -1
        var last = -Double.infinity
        svg.beginPath(["stroke": RollStyle.beatLine])
        for bar in 1...bars {
            guard let start = try? sequence.meterMap.tick(bar: bar, beat: 1, tick: 0) else { break }
            while change + 1 < changes.count, changes[change + 1].tick <= start { change += 1 }
            let beats = change < 0 ? 4 : Int64(changes[change].signature.numerator)
            let denominator = change < 0 ? 4 : changes[change].signature.denominator
            // `beatWidth` is that of a quarter note.
            guard scale.beatWidth * 4 / Double(max(denominator, 1)) >= Self.leastBeat else {
                continue
            }
            for beat in stride(from: 2, through: beats, by: 1) {
                guard let tick = try? sequence.meterMap.tick(bar: bar, beat: beat, tick: 0) else {
                    break
                }
                let x = scale.x(tick)
                guard x - last >= Self.leastBeat / 2, x < scale.end else { continue }
                last = x
                svg.move(x, rulerTop + Self.rulerHeight)
                svg.vertical(to: linesBottom)
            }
        }
        svg.endPath()
    }

    private func drawTimes(into svg: inout SVGWriter) {
        let length = description.end.seconds
        guard length > 0 else { return }
        let secondWidth = scale.width / length
        let step =
            RulerStep.milliseconds(secondWidth, least: Self.leastTime, finest: 1_000) / 1_000
        var positions: [(seconds: Int64, x: Double)] = []
        var second: Int64 = 0
        while Double(second) <= length {
            // At 1000 frames per second a frame is a millisecond.
            let tick = sequence.tempoMap.tick(atFrame: second * 1000, rate: 1000)
            let x = scale.x(tick)
            if x - (positions.last?.x ?? -.infinity) >= Self.leastTime * 0.7 {
                positions.append((second, x))
            }
            second += step
        }
        let isGrid = !description.isInBars
        let top = isGrid ? rulerTop : rulerTop + 17
        svg.beginPath(["stroke": isGrid ? PictureStyle.barLine : PictureStyle.faintInk])
        for position in positions {
            svg.move(position.x, top)
            svg.vertical(to: isGrid ? linesBottom : top + 5)
        }
        svg.endPath()
        svg.open("g", ["font-size": "9", "fill": PictureStyle.paleInk])
        for position in positions where position.x < scale.end - 24 || position.seconds == 0 {
            svg.text(
                position.x + 3,
                rulerTop + 27,
                TimeText.text(frames: position.seconds, rate: 1, decimals: 0...0)
            )
        }
        svg.close("g")
    }
}
