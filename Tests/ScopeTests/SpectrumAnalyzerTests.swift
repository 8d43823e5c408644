import Foundation
import Testing

@testable import Scope

@Suite("A spectrum")
struct SpectrumAnalyzerTests {
    private func analyzer(
        _ samples: [Float],
        _ extent: ScopeExtent = .whole,
        rate: Int = 48_000
    ) -> SpectrumAnalyzer {
        var view = SpectrumAnalyzer(rate: rate, extent)
        view.add(samples)
        return view
    }

    /// The level of a curve at a frequency.
    private func level(_ plot: Plot, _ name: String, at hertz: Double) throws -> Double {
        let trace = try #require(plot.traces.first { $0.name == name })
        let position = FrequencyScale.position(of: hertz)
        let point = try #require(
            trace.points.min { abs($0.x - position) < abs($1.x - position) }
        )
        return (point.y - 1) * 96
    }

    @Test(
        "of a sine has a peak at its level and its frequency, between bins too",
        arguments: [1_000, 997, 440, 100, 15_000],
        [44_100, 48_000, 96_000]
    )
    func sine(hertz: Double, rate: Int) throws {
        let amplitude = ScopeSignal.amplitude(-6)
        let view = analyzer(
            ScopeSignal.sine(hertz, (amplitude, amplitude), rate: rate),
            rate: rate
        )
        let peak = try #require(view.peak)
        #expect(abs(peak.level + 6) < 0.05, "\(peak)")
        #expect(abs(peak.hertz - hertz) < 1, "\(peak)")
        // The curve itself, without interpolation, is right within 0.1 dB.
        let plot = view.plot(width: 1_000, height: 400)
        #expect(abs(try level(plot, "mean", at: hertz) + 6) < 0.1)
        #expect(abs(try level(plot, "highest", at: hertz) + 6) < 0.1)
        // Hann's side lobes are that far down some bins away.
        #expect(try level(plot, "mean", at: hertz / 2) < (hertz < 400 ? -60 : -90))
        #expect(plot.readings.first?.value.hasPrefix("-6.0 dBFS at ") ?? false)
    }

    @Test("shows the louder channel")
    func louder() throws {
        let view = analyzer(ScopeSignal.sine(1_000, (0, 0.5)))
        #expect(abs(try #require(view.peak).level + 6.02) < 0.05)
        // Opposite channels do not cancel each other.
        let opposite = analyzer(ScopeSignal.sine(1_000, phases: (0, 180)))
        #expect(abs(try #require(opposite.peak).level) < 0.05)
    }

    @Test("of white noise is flat, of pink noise falls by 3 dB an octave")
    func noise() throws {
        let white = ScopeSignal.noise(seconds: 20)
        // Bands of an octave; the shown power of a column is its highest bin.
        func octaves(_ samples: [Float]) throws -> [Double] {
            let plot = analyzer(samples).plot(width: 700, height: 100)
            let trace = try #require(plot.traces.first { $0.name == "mean" })
            return [500.0, 1_000, 2_000, 4_000, 8_000].map { low in
                let range = FrequencyScale.position(of: low)..<FrequencyScale.position(of: 2 * low)
                let levels = trace.points.filter { range.contains($0.x) }.map { ($0.y - 1) * 96 }
                return levels.reduce(0, +) / Double(levels.count)
            }
        }
        let flat = try octaves(white)
        #expect((flat.max() ?? 0) - (flat.min() ?? 0) < 1.5, "\(flat)")
        // Paul Kellet's filter makes pink noise within 0.05 dB.
        let factors: [(Float, Float)] = [
            (0.99886, 0.0555179), (0.99332, 0.0750759), (0.96900, 0.1538520),
            (0.86650, 0.3104856), (0.55000, 0.5329522), (-0.7616, -0.0168980),
        ]
        var states = [[Float]](repeating: Array(repeating: 0, count: 7), count: 2)
        let pink = white.enumerated().map { index, sample in
            let channel = index % 2
            var sum = states[channel][6] + sample * 0.5362
            for (place, factor) in factors.enumerated() {
                states[channel][place] = factor.0 * states[channel][place] + sample * factor.1
                sum += states[channel][place]
            }
            states[channel][6] = sample * 0.115926
            return sum * 0.05
        }
        let falling = try octaves(pink)
        for (first, second) in zip(falling, falling.dropFirst()) {
            #expect((2.0...4.0).contains(first - second), "\(falling)")
        }
    }

    @Test("follows what plays, and holds the highest levels until it is reset")
    func live() throws {
        var view = analyzer(ScopeSignal.sine(1_000, (0.5, 0.5)), .live)
        view.add([Float](repeating: 0, count: 96_000))
        let plot = view.plot(width: 500, height: 100)
        #expect(try level(plot, "now", at: 1_000) < -40)
        #expect(abs(try level(plot, "highest", at: 1_000) + 6) < 0.2)
        view.reset()
        #expect(view.plot(width: 500, height: 100).traces.isEmpty)
    }

    @Test("shows a sound that is shorter than a window, and nothing above half of the rate")
    func edges() throws {
        let view = analyzer(ScopeSignal.sine(1_000, seconds: 0.05))
        #expect(abs(try #require(view.peak).hertz - 1_000) < 5)
        let low = analyzer(ScopeSignal.sine(1_000, rate: 8_000), rate: 8_000)
        let points = low.plot(width: 500, height: 100).traces[1].points
        #expect(points.allSatisfy { FrequencyScale.frequency(at: $0.x) < 4_000 })
        #expect(analyzer([]).plot(width: 500, height: 100).traces.isEmpty)
        #expect(analyzer([Float](repeating: 0, count: 96_000)).peak == nil)
    }
}
