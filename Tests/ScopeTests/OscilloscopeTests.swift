import Foundation
import Testing

@testable import Scope

@Suite("An oscilloscope")
struct OscilloscopeTests {
    private func points(_ plot: Plot, _ name: String) throws -> [Plot.Point] {
        try #require(plot.traces.first { $0.name == name }).points
    }

    /// The heights of a curve at some places, from its neighbours.
    private func heights(_ points: [Plot.Point]) throws -> [Double] {
        try stride(from: 0.01, to: 0.99, by: 0.01).map { x in
            let next = try #require(points.firstIndex { $0.x >= x })
            let (first, second) = (points[max(next - 1, 0)], points[next])
            guard second.x > first.x else { return second.y }
            return first.y + (second.y - first.y) * (x - first.x) / (second.x - first.x)
        }
    }

    @Test(
        "does not move with a tone, whatever its phase and its harmonics",
        arguments: [110.0, 440, 1_234.5],
        [0, 0.7]
    )
    func stable(hertz: Double, harmonic: Double) throws {
        var view = Oscilloscope(rate: 48_000, .live)
        var first: [Double]?
        var start = 0
        for number in 0..<20 {
            // Frames that no picture knows of, and never a whole number of periods.
            let count = 1_600 + 37 * number
            let base = ScopeSignal.sine(
                hertz,
                (0.5, 0.5),
                seconds: Double(count) / 48_000,
                start: start
            )
            let above = ScopeSignal.sine(
                2 * hertz,
                (0.5 * harmonic, 0.5 * harmonic),
                phases: (80, 80),
                seconds: Double(count) / 48_000,
                start: start
            )
            start += base.count / 2
            view.add(zip(base, above).map { $0 + $1 })
            guard number > 4 else { continue }
            let heights = try heights(points(view.plot(width: 2_000, height: 100), "left"))
            let reference = first ?? heights
            first = reference
            for (new, old) in zip(heights, reference) { #expect(abs(new - old) < 0.02) }
        }
    }

    @Test("begins at a rising zero crossing, with a lane for each channel")
    func lanes() throws {
        var view = Oscilloscope(rate: 48_000, .whole, span: 0.002)
        view.add(ScopeSignal.sine(1_000, (0.5, 0.25), phases: (200, 20)))
        let plot = view.plot(width: 400, height: 100)
        #expect(plot.vertical.scale == .lanes(0.5))
        let left = try points(plot, "left")
        #expect(abs(left[0].y - PlotLane.left.position(0)) < 0.001 && left[0].x == 0)
        #expect(left[5].y > left[0].y)
        // A quarter of two periods is the top.
        let top = try #require(left.max { $0.y < $1.y })
        #expect(abs(top.y - 1) < 0.01)
        let right = try points(plot, "right")
        #expect(right.allSatisfy { (0.11...0.37).contains($0.y) })
        #expect(plot.horizontal.scale == .linear(0, 2))
    }

    @Test("of a file begins with its first sound")
    func first() throws {
        var view = Oscilloscope(rate: 48_000, .whole)
        var samples = [Float](repeating: 0, count: 2 * 72_000)
        samples += ScopeSignal.sine(500, (0.5, 0.5))
        // In pieces, as files are read.
        for start in stride(from: 0, to: samples.count, by: 4_096) {
            view.add(Array(samples[start..<min(start + 4_096, samples.count)]))
        }
        let plot = view.plot(width: 400, height: 100, start: 10)
        #expect(plot.readings.first == Plot.Reading("from", "11.5s"), "\(plot.readings)")
        #expect(try points(plot, "left").contains { $0.y > 0.99 })
    }

    @Test("shows the lowest and the highest samples where there are many")
    func columns() throws {
        var view = Oscilloscope(rate: 48_000, .whole, span: 1)
        var samples = ScopeSignal.sine(10_000, (0.4, 0.4), seconds: 2)
        samples[2 * 20_000] = 0.9
        view.add(samples)
        let plot = view.plot(width: 100, height: 100)
        let left = try points(plot, "left")
        #expect(left.count == 200)
        #expect(plot.vertical.scale == .lanes(1))
        #expect(left.count { $0.y > PlotLane.left.position(0.85) } == 1)
    }

    @Test("shows silence, a few frames and nothing without a fault")
    func edges() throws {
        for count in [0, 2, 4, 100, 20_000] {
            for extent in [ScopeExtent.live, .whole] {
                var view = Oscilloscope(rate: 48_000, extent)
                view.add([Float](repeating: 0, count: count))
                let plot = view.plot(width: 160, height: 80)
                #expect(plot.vertical.scale == .lanes(1))
                #expect(plot.traces.allSatisfy { $0.points.allSatisfy { (0...1).contains($0.y) } })
            }
        }
    }
}
