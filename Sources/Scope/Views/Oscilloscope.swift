/// An oscilloscope: the samples of both channels over a short time.
///
/// It begins at a rising zero crossing, so that a tone does not move.
package struct Oscilloscope: ScopeView, Sendable {
    /// The shortest and the longest time that can be shown, in seconds.
    package static let spans = 0.000_5...10
    /// The usual time, in seconds.
    package static let usualSpan = 0.02

    private let rate: Int
    private let extent: ScopeExtent
    private var steps: ZoomSteps
    private var recent: RecentFrames
    /// The frames of a whole sound: those around the crossing once there is one.
    private var captured: [Float] = []
    /// The number of frames in front of ``captured``.
    private var skipped = 0
    /// The crossing in ``captured``, in frames.
    private var crossing: Double?
    private var peak = FallingPeak()

    /// The frames among which a crossing is looked for: two periods of 20 Hz.
    private static let searchSeconds = 0.1

    /// Makes an oscilloscope.
    ///
    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - extent: The sound.
    ///   - span: The time that it shows, in seconds, within ``spans``.
    package init(rate: Int, _ extent: ScopeExtent, span: Double = usualSpan) {
        (self.rate, self.extent) = (rate, extent)
        let round = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2]
        let values = round.contains(span) ? round : (round + [span]).sorted()
        steps = ZoomSteps(values, at: span)
        let longest = extent.isLive ? values.last ?? span : 0.1
        recent = RecentFrames(capacity: Int((longest + Self.searchSeconds) * Double(rate)) + 2)
    }

    /// The time that is shown, in frames.
    private var span: Double { max(steps.value * Double(rate), 2) }

    package mutating func add(_ samples: Span<Float>) {
        guard extent.isLive else {
            capture(samples)
            return
        }
        recent.add(samples)
        peak.add(samples, rate: rate)
    }

    package mutating func zoom(by steps: Int) { self.steps.zoom(by: steps) }

    package mutating func reset() {
        recent.reset()
        (captured, skipped, crossing, peak) = ([], 0, nil, FallingPeak())
    }

    /// Holds the first frames until there is a crossing, then those behind it.
    private mutating func capture(_ samples: Span<Float>) {
        let wanted = Int(span.rounded(.up)) + 2
        let search = Int(Self.searchSeconds * Double(rate))
        var index = 0
        while index < samples.count {
            if let crossing, captured.count / 2 >= Int(crossing) + wanted { return }
            let room = crossing == nil ? 2 * search : 2 * (Int(crossing ?? 0) + wanted)
            let end = min(samples.count, index + max(room - captured.count, 2))
            for index in index..<end { captured.append(samples[index]) }
            index = end
            if crossing == nil, captured.count / 2 >= search { lookForCrossing() }
        }
    }

    private mutating func lookForCrossing() {
        crossing = Trigger.first(in: captured[...])
        // Silence may last for hours; what is in front of a sound is not shown.
        guard crossing == nil, Trigger.isSilent(captured[...]) else {
            if crossing == nil { crossing = 0 }
            return
        }
        skipped += captured.count / 2
        captured = []
    }

    package func plot(width: Int, height: Int, start: Double) -> Plot {
        var samples = captured[...]
        var crossing = crossing ?? Trigger.first(in: samples) ?? 0
        let first = start + (Double(skipped) + crossing) / Double(rate)
        if extent.isLive {
            let span = Int(self.span.rounded(.up))
            samples = recent.last(span + Int(Self.searchSeconds * Double(rate)) + 2)
            let free = max(samples.count / 2 - span - 1, 0)
            crossing = Trigger.position(in: samples, before: free) ?? Double(free)
        }
        let wave = WaveColumns(samples, from: crossing, frames: span)
        let reach = Amplitude.reach(for: extent.isLive ? peak.value : wave.peak)
        var plot = Plot(
            horizontal: PlotAxis("ms", .linear(0, steps.value * 1_000)),
            vertical: PlotAxis("amplitude", .lanes(Double(reach)))
        )
        plot.traces = [
            PlotTrace(.second, "right", wave.points(.right, reach: reach, width: width)),
            PlotTrace(.first, "left", wave.points(.left, reach: reach, width: width)),
        ]
        if !extent.isLive {
            plot.readings.append(
                Plot.Reading("from", PlotAxis.timeText(seconds: first))
            )
        }
        plot.readings += [
            Plot.Reading("peak left", ReadingText.level(wave.peaks.left)),
            Plot.Reading("right", ReadingText.level(wave.peaks.right)),
        ]
        return plot
    }
}
