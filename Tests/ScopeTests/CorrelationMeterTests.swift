import Testing

@testable import Scope

@Suite("The correlation of two channels")
struct CorrelationMeterTests {
    private func meter(_ samples: [Float], _ extent: ScopeExtent) -> CorrelationMeter {
        var view = CorrelationMeter(rate: 48_000, extent)
        view.add(samples)
        return view
    }

    static let extents = [ScopeExtent.live, .whole]

    @Test(
        "is +1 for equal channels, −1 for opposite ones, whatever their levels",
        arguments: extents
    )
    func equal(extent: ScopeExtent) throws {
        let equal = meter(ScopeSignal.sine(440, (0.5, 0.1)), extent)
        #expect(abs(try #require(equal.value) - 1) < 1e-6)
        let opposite = meter(ScopeSignal.sine(440, (0.5, 0.1), phases: (0, 180)), extent)
        #expect(abs(try #require(opposite.value) + 1) < 1e-6)
        #expect(opposite.plot(width: 10, height: 10).readings[0].value == "-1.00")
        let quarter = meter(ScopeSignal.sine(440, phases: (0, 90)), extent)
        #expect(abs(try #require(quarter.value)) < 0.01)
    }

    @Test("is around 0 for noise that is different on both sides")
    func noise() throws {
        let view = meter(ScopeSignal.noise(), .whole)
        #expect(abs(try #require(view.value)) < 0.02)
    }

    @Test("is undefined where a channel is silent, and the curve has a gap there")
    func silence() throws {
        let sound = ScopeSignal.sine(440, (0.5, 0.5))
        let view = meter(sound + ScopeSignal.sine(440, (0.5, 0)) + sound, .whole)
        let curve = try #require(view.plot(width: 60, height: 20).traces.last)
        #expect(curve.runs.count == 2)
        #expect(meter(ScopeSignal.sine(440, (0, 0.5)), .live).value == nil)
    }

    @Test("moves with time, the latest on the right")
    func time() throws {
        let view = meter(
            ScopeSignal.sine(440) + ScopeSignal.sine(440, phases: (0, 180)),
            .live
        )
        let plot = view.plot(width: 400, height: 20)
        let curve = try #require(plot.traces.last)
        #expect(curve.points.prefix(350).allSatisfy { !$0.y.isFinite })
        #expect(abs(curve.points[399].y) < 1e-6 && abs(curve.points[370].y - 1) < 1e-6)
        #expect(plot.horizontal.scale == .time(-20, 0))
    }
}
