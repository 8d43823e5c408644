/// The correlation of the channels over time: +1 for a mono sound, −1 for opposite channels, around 0
/// for channels that have nothing in common.
package struct CorrelationMeter: ScopeView, Sendable {
    /// Sums of products.
    private struct Sums: Mergeable {
        var left = 0.0
        var right = 0.0
        var both = 0.0

        mutating func merge(_ other: Sums) {
            left += other.left
            right += other.right
            both += other.both
        }

        /// The correlation, −1 … 1; `nil` where a channel is silent.
        var value: Double? {
            let energy = (left * right).squareRoot()
            // 50 ms of a level of −100 dBFS on both sides.
            guard energy > 1e-7 else { return nil }
            return min(max(both / energy, -1), 1)
        }
    }

    private let rate: Int
    private let extent: ScopeExtent
    private var series: TimeSeries<Sums>
    private var sums = Sums()
    private var frames = 0
    /// Those of the whole sound.
    private var total = Sums()
    private var steps = ZoomSteps.times

    /// The values per second.
    private static let perSecond = 20

    /// Makes a meter.
    ///
    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - extent: The sound.
    package init(rate: Int, _ extent: ScopeExtent) {
        (self.rate, self.extent) = (rate, extent)
        let longest = Int(steps.values.last ?? 60) * Self.perSecond
        series =
            extent.isLive
            ? TimeSeries(.recent, limit: longest) : TimeSeries(.all, limit: 8_192)
    }

    package mutating func add(_ samples: Span<Float>) {
        let step = max(rate / Self.perSecond, 1)
        for frame in 0..<samples.count / 2 {
            let (left, right) = (Double(samples[2 * frame]), Double(samples[2 * frame + 1]))
            sums.left += left * left
            sums.right += right * right
            sums.both += left * right
            frames += 1
            guard frames == step else { continue }
            total.merge(sums)
            series.append(sums)
            (sums, frames) = (Sums(), 0)
        }
    }

    package mutating func zoom(by steps: Int) { self.steps.zoom(by: steps) }

    package mutating func reset() {
        series.reset()
        (sums, frames, total) = (Sums(), 0, Sums())
    }

    /// The correlation: live that of the last 0.3 s, else that of the whole sound; `nil` where a
    /// channel is silent.
    package var value: Double? {
        var all = extent.isLive ? Sums() : total
        if extent.isLive {
            for sums in series.suffix(6) { all.merge(sums) }
        } else {
            all.merge(sums)
        }
        return all.value
    }

    package func plot(width: Int, height: Int, start: Double) -> Plot {
        let columns: [Sums?]
        var (start, end) = (start, start)
        if extent.isLive {
            let shown = series.columns(width, last: Int(steps.value) * Self.perSecond)
            columns = shown.columns
            (start, end) = (-Double(shown.span) / Double(Self.perSecond), 0)
        } else {
            var series = series
            if frames > 0 { series.append(sums) }
            columns = series.columns(width)
            end += max(Double(series.count), 1) / Double(Self.perSecond)
        }
        var plot = Plot(
            horizontal: PlotAxis(extent.isLive ? "now" : "time", .time(start, end)),
            vertical: PlotAxis("correlation", .linear(-1, 1))
        )
        let points = columns.enumerated().map { column, sums in
            let x = (Double(column) + 0.5) / Double(width)
            return Plot.Point(x, sums?.value.map { ($0 + 1) / 2 } ?? .nan)
        }
        plot.traces = [
            PlotTrace(.held, "", [Plot.Point(0, 0.5), Plot.Point(1, 0.5)]),
            PlotTrace(.first, "", points),
        ]
        plot.readings.append(
            Plot.Reading(
                "correlation",
                value.map(ReadingText.signed) ?? "none: a channel is silent"
            )
        )
        return plot
    }
}
