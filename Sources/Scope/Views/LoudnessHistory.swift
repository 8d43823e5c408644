/// Loudness over time, as EBU R 128 defines it: momentary (0.4 s) and short-term (3 s), ten times per
/// second, with the integrated loudness and the highest true peak as numbers.
///
/// The values come from a meter: this type has none of its own.
package struct LoudnessHistory: Sendable {
    /// Values at one time.
    package struct Values: Hashable, Sendable {
        /// The momentary loudness in LUFS; `nil` below −70.
        package var momentary: Double?
        /// The short-term loudness in LUFS; `nil` below −70.
        package var shortTerm: Double?

        /// Makes values.
        package init(momentary: Double?, shortTerm: Double?) {
            (self.momentary, self.shortTerm) = (momentary, shortTerm)
        }
    }

    private struct Highest: Mergeable {
        var values: Values

        mutating func merge(_ other: Highest) {
            values.momentary = Self.higher(values.momentary, other.values.momentary)
            values.shortTerm = Self.higher(values.shortTerm, other.values.shortTerm)
        }

        private static func higher(_ first: Double?, _ second: Double?) -> Double? {
            guard let first, let second else { return first ?? second }
            return max(first, second)
        }
    }

    /// The integrated loudness in LUFS; `nil` where all is below the gate.
    package var integrated: Double?
    /// The highest true peak; 1 is full scale.
    package var truePeak = 0.0

    private let extent: ScopeExtent
    private var series: TimeSeries<Highest>
    private var steps = ZoomSteps([10, 20, 30, 60, 120, 300, 600, 1_800], at: 60)
    /// The highest values of a whole sound.
    private var highest = Highest(values: Values(momentary: nil, shortTerm: nil))

    /// The number of values per second.
    package static let perSecond = 10
    /// The loudness at the bottom of the drawing, in LUFS; 0 is at the top.
    private static let floor = -60.0

    /// Makes an empty history.
    ///
    /// - Parameter extent: The sound.
    package init(_ extent: ScopeExtent) {
        self.extent = extent
        let longest = Int(steps.values.last ?? 60) * Self.perSecond
        series =
            extent.isLive
            ? TimeSeries(.recent, limit: longest) : TimeSeries(.all, limit: 8_192)
    }

    /// Adds the values of the last 0.1 s.
    ///
    /// - Parameter values: The values at its end.
    package mutating func append(_ values: Values) {
        series.append(Highest(values: values))
        highest.merge(Highest(values: values))
    }

    /// Shows a shorter or longer time.
    ///
    /// - Parameter steps: The number of steps; above 0 for a shorter time.
    package mutating func zoom(by steps: Int) { self.steps.zoom(by: steps) }

    /// Forgets all values.
    package mutating func reset() {
        self = LoudnessHistory(extent)
    }

    /// The drawing of the values so far.
    ///
    /// - Parameters:
    ///   - width: The width in dots or pixels.
    ///   - start: The time of the first value in its file, in seconds; live it means nothing.
    /// - Returns: The drawing.
    package func plot(width: Int, start: Double = 0) -> Plot {
        let columns: [Highest?]
        var (start, end) = (start, start)
        if extent.isLive {
            let shown = series.columns(width, last: Int(steps.value) * Self.perSecond)
            columns = shown.columns
            (start, end) = (-Double(shown.span) / Double(Self.perSecond), 0)
        } else {
            columns = series.columns(width)
            end += max(Double(series.count), 1) / Double(Self.perSecond)
        }
        var plot = Plot(
            horizontal: PlotAxis(extent.isLive ? "now" : "time", .time(start, end)),
            vertical: PlotAxis("LUFS", .linear(Self.floor, 0))
        )
        if let integrated {
            let y = Self.position(integrated)
            plot.traces.append(
                PlotTrace(.held, "integrated", [Plot.Point(0, y), Plot.Point(1, y)])
            )
        }
        plot.traces += [
            PlotTrace(.second, "momentary", Self.points(columns, \.momentary)),
            PlotTrace(.first, "short-term", Self.points(columns, \.shortTerm)),
        ]
        let last = extent.isLive ? series.last?.values : highest.values
        let prefix = extent.isLive ? "" : "max "
        let present = [
            Plot.Reading("\(prefix)M", Self.text(last?.momentary)),
            Plot.Reading("\(prefix)S", Self.text(last?.shortTerm)),
        ]
        let whole = [
            Plot.Reading("I", Self.text(integrated)),
            Plot.Reading("true peak", Self.truePeakText(truePeak)),
        ]
        // A small picture has no room for the last ones.
        plot.readings = extent.isLive ? present + whole : whole + present
        return plot
    }

    private static func points(
        _ columns: [Highest?],
        _ value: KeyPath<Values, Double?>
    ) -> [Plot.Point] {
        columns.enumerated().map { column, highest in
            let x = (Double(column) + 0.5) / Double(columns.count)
            return Plot.Point(x, highest?.values[keyPath: value].map(position) ?? .nan)
        }
    }

    private static func position(_ loudness: Double) -> Double {
        min(max((loudness - floor) / -floor, 0), 1)
    }

    private static func text(_ loudness: Double?) -> String {
        loudness.map { "\(ReadingText.tenths($0)) LUFS" } ?? "silent"
    }

    private static func truePeakText(_ peak: Double) -> String {
        ReadingText.level(Float(peak)).replacing("dBFS", with: "dBTP")
    }
}
