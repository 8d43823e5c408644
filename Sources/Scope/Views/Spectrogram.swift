/// A spectrogram: the level of each frequency from 20 Hz to 20 kHz over time, of the louder channel.
///
/// Its windows are Hann's, 85 ms long (4,096 frames at 48 kHz), and overlap by three quarters.
package struct Spectrogram: ScopeView, Sendable {
    /// The levels of a window: 0 for −128 dBFS and less, 255 for −0.5 dBFS and more.
    private struct Column: Mergeable {
        var levels: [UInt8]

        mutating func merge(_ other: Column) {
            for row in levels.indices { levels[row] = max(levels[row], other.levels[row]) }
        }
    }

    private let rate: Int
    private let extent: ScopeExtent
    private var spectrum: StereoSpectrum
    private var windows: FrameWindows
    private let rows: FrequencyColumns
    private var series: TimeSeries<Column>
    private var steps = ZoomSteps.times
    /// The level of no colour, in dBFS.
    private let floor: Float = -96

    /// The number of frequencies.
    private static let rowCount = 256

    /// Makes a spectrogram.
    ///
    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - extent: The sound.
    package init(rate: Int, _ extent: ScopeExtent) {
        (self.rate, self.extent) = (rate, extent)
        spectrum = StereoSpectrum(rate: rate, seconds: 0.085, padding: 2)
        windows = FrameWindows(length: spectrum.frames, hop: spectrum.frames / 4)
        rows = FrequencyColumns(
            Self.rowCount,
            bins: spectrum.bins,
            binWidth: spectrum.binWidth
        )
        let perSecond = Double(rate) / Double(windows.hop)
        let longest = Int((steps.values.last ?? 60) * perSecond)
        series =
            extent.isLive
            ? TimeSeries(.recent, limit: longest) : TimeSeries(.all, limit: 4_096)
    }

    package mutating func add(_ samples: Span<Float>) {
        windows.add(samples)
        while let window = windows.next() {
            series.append(Self.column(rows.levels(of: spectrum.powers(of: window.span))))
        }
    }

    private static func column(_ levels: [Float?]) -> Column {
        Column(levels: levels.map { Self.shade($0 ?? -128) })
    }

    /// A level as a shade; what is no number is none.
    private static func shade(_ level: Float) -> UInt8 {
        let shade = (level + 128) * 2
        return shade > 0 ? UInt8(min(shade, 255)) : 0
    }

    package mutating func zoom(by steps: Int) { self.steps.zoom(by: steps) }

    package mutating func reset() {
        windows.reset()
        series.reset()
    }

    package func plot(width: Int, height: Int, start: Double) -> Plot {
        let perSecond = Double(rate) / Double(windows.hop)
        let shown: [Column?]
        var (start, end) = (start, start)
        if extent.isLive {
            let span = Int(steps.value * perSecond)
            let columns = series.columns(width, last: span)
            shown = columns.columns
            start = -Double(columns.span) / perSecond
            end = 0
        } else {
            var (series, spectrum) = (series, spectrum)
            // The end, with silence behind it.
            if let rest = windows.rest {
                series.append(Self.column(rows.levels(of: spectrum.powers(of: rest.span))))
            }
            shown = series.columns(width)
            end += max(Double(series.count), 1) / perSecond
        }
        var plot = Plot(
            horizontal: PlotAxis(extent.isLive ? "now" : "time", .time(start, end)),
            vertical: PlotAxis("Hz", .frequency)
        )
        var grid = PlotGrid(columns: width, rows: Self.rowCount, .heat)
        for (index, column) in shown.enumerated() {
            guard let column else { continue }
            for row in 0..<Self.rowCount {
                let level = Float(column.levels[row]) / 2 - 128
                grid.values[row * width + index] = min(max((level - floor) / -floor, 0), 1)
            }
        }
        plot.grid = grid
        plot.readings.append(Plot.Reading("colours", "\(Int(floor)) to 0 dBFS"))
        return plot
    }
}
