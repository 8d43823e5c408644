import Foundation
import Testing

@testable import Scope

@Suite("A Lissajous figure")
struct LissajousTests {
    /// The cells that are lit, with coordinates of −1 … 1 in parts of the reach.
    private func points(_ samples: [Float], _ extent: ScopeExtent) throws -> [(Double, Double)] {
        var view = Lissajous(rate: 48_000, extent)
        view.add(samples)
        let grid = try #require(view.plot(width: 400, height: 400).grid)
        let size = grid.columns
        return grid.values.indices.filter { grid.values[$0] > 0 }.map { index in
            (
                (Double(index % size) + 0.5) / Double(size) * 2 - 1,
                (Double(index / size) + 0.5) / Double(size) * 2 - 1
            )
        }
    }

    static let extents = [ScopeExtent.live, .whole]

    @Test("of a mono sound is the diagonal from the lower left", arguments: extents)
    func mono(extent: ScopeExtent) throws {
        let points = try points(ScopeSignal.sine(441, (0.7, 0.7)), extent)
        #expect(points.count > 50)
        #expect(points.allSatisfy { abs($0.0 - $0.1) < 1e-9 })
        #expect(points.contains { $0.0 < -0.6 } && points.contains { $0.0 > 0.6 })
    }

    @Test("of opposite channels is the other diagonal", arguments: extents)
    func opposite(extent: ScopeExtent) throws {
        let points = try points(ScopeSignal.sine(441, phases: (0, 180)), extent)
        #expect(points.allSatisfy { abs($0.0 + $0.1) < 0.01 })
    }

    @Test("of two tones that are 90 degrees apart is a circle", arguments: extents)
    func circle(extent: ScopeExtent) throws {
        let points = try points(
            ScopeSignal.sine(437, (0.9, 0.9), phases: (90, 0)),
            extent
        )
        #expect(points.count > 500)
        #expect(points.allSatisfy { abs(hypot($0.0, $0.1) - 0.9) < 0.01 })
        // All around.
        for angle in stride(from: -180.0, to: 180, by: 30) {
            #expect(
                points.contains { abs(atan2($0.1, $0.0) * 180 / .pi - angle) < 5 },
                "\(angle)"
            )
        }
    }

    @Test("has the right channel to the right, and the left one up")
    func axes() throws {
        let right = try points([0, 0.9, 0, 0.5], .live)
        #expect(right.allSatisfy { abs($0.1) < 0.01 && $0.0 > 0.4 } && right.count == 2)
        let left = try points([0.9, 0, 0.5, 0], .live)
        #expect(left.allSatisfy { abs($0.0) < 0.01 && $0.1 > 0.4 } && left.count == 2)
        var view = Lissajous(rate: 48_000, .live)
        view.add([Float](repeating: 0.1, count: 20))
        let plot = view.plot(width: 100, height: 100)
        #expect(plot.isSquare && plot.horizontal.scale == plot.vertical.scale)
        #expect(plot.horizontal.scale == .linear(-0.125, 0.125))
    }

    @Test("has a scale that rises at once, and falls slowly")
    func scale() {
        var view = Lissajous(rate: 1_000, .live)
        view.add(ScopeSignal.sine(10, (0.4, 0.4), rate: 1_000))
        #expect(view.plot(width: 100, height: 100).vertical.scale == .linear(-0.5, 0.5))
        let quiet = ScopeSignal.sine(10, (0.01, 0.01), seconds: 0.1, rate: 1_000)
        for _ in 0..<3 { view.add(quiet) }
        #expect(view.plot(width: 100, height: 100).vertical.scale == .linear(-0.5, 0.5))
        for _ in 0..<60 { view.add(quiet) }
        #expect(view.plot(width: 100, height: 100).vertical.scale == .linear(-1.0 / 32, 1.0 / 32))
    }

    @Test("of silence is a point in the middle")
    func silence() throws {
        let points = try points([Float](repeating: 0, count: 100), .live)
        #expect(points.count == 1 && abs(points[0].0) < 0.01 && abs(points[0].1) < 0.01)
    }
}
