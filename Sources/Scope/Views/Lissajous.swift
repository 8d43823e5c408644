import Glibc

/// A Lissajous figure: the left channel upwards against the right one to the right.
///
/// A mono sound is the diagonal from the lower left to the upper right, one with opposite channels
/// the other diagonal; two equal tones that are 90° apart are a circle.
package struct Lissajous: ScopeView, Sendable {
    private let rate: Int
    private let extent: ScopeExtent
    private var steps = ZoomSteps([0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1], at: 0.05)
    private var recent: RecentFrames
    private var lattice: PointLattice
    private var peak = FallingPeak()

    /// The cells in a row: those of a picture, and of a terminal.
    private static let cells = 1_024
    private static let liveCells = 512

    /// Makes a figure.
    ///
    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - extent: The sound.
    package init(rate: Int, _ extent: ScopeExtent) {
        (self.rate, self.extent) = (rate, extent)
        recent = RecentFrames(capacity: extent.isLive ? rate : 1)
        lattice = PointLattice(size: extent.isLive ? 4 : Self.cells)
    }

    package mutating func add(_ samples: Span<Float>) {
        guard !extent.isLive else {
            recent.add(samples)
            peak.add(samples, rate: rate)
            return
        }
        for frame in 0..<samples.count / 2 {
            lattice.add(samples[2 * frame + 1], samples[2 * frame])
        }
    }

    package mutating func zoom(by steps: Int) { self.steps.zoom(by: steps) }

    package mutating func reset() {
        recent.reset()
        lattice = PointLattice(size: lattice.size)
        peak = FallingPeak()
    }

    package func plot(width: Int, height: Int, start: Double) -> Plot {
        var lattice = lattice
        if extent.isLive {
            lattice = PointLattice(size: Self.liveCells, for: peak.value)
            let samples = recent.last(Int(steps.value * Double(rate)))
            for index in stride(from: samples.startIndex, to: samples.endIndex - 1, by: 2) {
                lattice.add(samples[index + 1], samples[index])
            }
        }
        let reach = Double(lattice.reach)
        var plot = Plot(
            horizontal: PlotAxis("right", .linear(-reach, reach)),
            vertical: PlotAxis("left", .linear(-reach, reach))
        )
        plot.isSquare = true
        plot.grid = grid(lattice)
        if extent.isLive {
            plot.readings.append(Plot.Reading("last", "\(Int(steps.value * 1_000)) ms"))
        }
        return plot
    }

    /// The lattice with shades: logarithmic, since a sound is at rest much longer than elsewhere.
    private func grid(_ lattice: PointLattice) -> PlotGrid {
        var grid = PlotGrid(columns: lattice.size, rows: lattice.size, .ink)
        let most = log1p(Float(lattice.counts.max() ?? 0))
        guard most > 0 else { return grid }
        for index in lattice.counts.indices where lattice.counts[index] > 0 {
            // The least shade is visible too. Live, a point is a point.
            let part = log1p(Float(lattice.counts[index])) / most
            grid.values[index] = extent.isLive ? 1 : 0.3 + 0.7 * part
        }
        return grid
    }
}
