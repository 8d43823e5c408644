import Glibc

/// A spectrum: the level of each frequency from 20 Hz to 20 kHz, in dBFS, of the louder channel.
///
/// Its windows are Hann's, 0.17 s long (8,192 frames at 48 kHz). Live they overlap by three quarters,
/// and the curve is smoothed over about 0.1 s; of a whole sound they overlap by half, and the curve
/// is the mean power. A second curve holds the highest levels.
package struct SpectrumAnalyzer: ScopeView, Sendable {
    private let extent: ScopeExtent
    private var spectrum: StereoSpectrum
    private var windows: FrameWindows
    /// The mean, or the smoothed powers.
    private var powers: [Float] = []
    /// The highest powers.
    private var held: [Float] = []
    private var count = 0
    private var steps = ZoomSteps([24, 48, 72, 96, 120, 144], at: 96)
    /// The part of a new window in the smoothed powers.
    private let newPart: Float

    /// Makes an analyzer.
    ///
    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - extent: The sound.
    package init(rate: Int, _ extent: ScopeExtent) {
        self.extent = extent
        spectrum = StereoSpectrum(rate: rate, seconds: 0.17, padding: 4)
        windows = FrameWindows(
            length: spectrum.frames,
            hop: spectrum.frames / (extent.isLive ? 4 : 2)
        )
        let hop = Float(windows.hop) / Float(rate)
        newPart = 1 - exp(-hop / 0.1)
    }

    package mutating func add(_ samples: Span<Float>) {
        windows.add(samples)
        while let window = windows.next() { add(spectrum.powers(of: window.span)) }
    }

    private mutating func add(_ new: [Float]) {
        count += 1
        guard count > 1 else {
            (powers, held) = (new, new)
            return
        }
        let part = extent.isLive ? newPart : 1 / Float(count)
        for bin in new.indices {
            powers[bin] += (new[bin] - powers[bin]) * part
            held[bin] = max(held[bin], new[bin])
        }
    }

    package mutating func zoom(by steps: Int) { self.steps.zoom(by: steps) }

    package mutating func reset() {
        windows.reset()
        (powers, held, count) = ([], [], 0)
    }

    /// The highest level and its frequency; `nil` for silence.
    package var peak: (level: Double, hertz: Double)? {
        let (powers, _) = shown
        let lowest = Int((FrequencyScale.lowest / spectrum.binWidth).rounded(.up))
        guard powers.count > lowest + 2,
            let bin = (lowest..<powers.count - 1).max(by: { powers[$0] < powers[$1] }),
            powers[bin] > 1e-12
        else { return nil }
        // A parabola through the levels finds the top between two bins.
        let level = (bin - 1...bin + 1).map { FrequencyColumns.level(powers[$0]) }
        let curve = level[0] - 2 * level[1] + level[2]
        let shift = curve < 0 ? min(max((level[0] - level[2]) / (2 * curve), -0.5), 0.5) : 0
        return (
            Double(level[1] - (level[0] - level[2]) * shift / 4),
            (Double(bin) + Double(shift)) * spectrum.binWidth
        )
    }

    /// The powers so far.
    ///
    /// The end of a sound that fills no window counts among the highest with silence
    /// behind it, and alone where there is no window.
    private var shown: (powers: [Float], held: [Float]) {
        if extent.isLive, count > 0 { return (powers, held) }
        guard let rest = windows.rest else { return (powers, held) }
        var spectrum = spectrum
        let last = spectrum.powers(of: rest.span)
        guard count > 0 else { return (last, last) }
        return (powers, zip(held, last).map { max($0, $1) })
    }

    package func plot(width: Int, height: Int, start: Double) -> Plot {
        var plot = Plot(
            horizontal: PlotAxis("Hz", .frequency),
            vertical: PlotAxis("dBFS", .linear(-steps.value, 0))
        )
        let (powers, held) = shown
        guard !powers.isEmpty else { return plot }
        let columns = FrequencyColumns(
            width,
            bins: spectrum.bins,
            binWidth: spectrum.binWidth
        )
        plot.traces = [
            PlotTrace(.held, "highest", points(columns, held)),
            PlotTrace(
                .first,
                extent.isLive ? "now" : "mean",
                style: .area,
                points(columns, powers)
            ),
        ]
        if let peak {
            let text =
                "\(ReadingText.tenths(peak.level)) dBFS at \(ReadingText.frequency(peak.hertz))"
            plot.readings.append(Plot.Reading("peak", text))
        }
        return plot
    }

    private func points(_ columns: FrequencyColumns, _ powers: [Float]) -> [Plot.Point] {
        let floor = -steps.value
        return columns.levels(of: powers).enumerated().compactMap { column, level in
            level.map { level in
                Plot.Point(
                    (Double(column) + 0.5) / Double(columns.count),
                    min(max((Double(level) - floor) / -floor, 0), 1)
                )
            }
        }
    }
}
