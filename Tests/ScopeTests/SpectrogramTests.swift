import Testing

@testable import Scope

@Suite("A spectrogram")
struct SpectrogramTests {
    @Test("shows which frequency sounds when", arguments: [ScopeExtent.live, .whole])
    func tones(extent: ScopeExtent) throws {
        var view = Spectrogram(rate: 48_000, extent)
        view.add(ScopeSignal.sine(500, (0.5, 0.5)))
        view.add(ScopeSignal.sine(5_000, (0.5, 0.5)))
        if extent.isLive { view.zoom(by: 10) }
        let plot = view.plot(width: 100, height: 64)
        let grid = try #require(plot.grid)
        /// The loudest frequency of a column.
        func hertz(_ column: Int) throws -> Double {
            let row = try #require(
                (0..<grid.rows).max {
                    grid.values[$0 * 100 + column] < grid.values[$1 * 100 + column]
                }
            )
            return FrequencyScale.frequency(at: (Double(row) + 0.5) / Double(grid.rows))
        }
        // Live the last five seconds, else two.
        let (first, second) = extent.isLive ? (70, 90) : (25, 75)
        #expect(abs(try hertz(first) / 500 - 1) < 0.05)
        #expect(abs(try hertz(second) / 5_000 - 1) < 0.05)
        // −6 dBFS of a range of 96 dB.
        #expect(abs((grid.values.max() ?? 0) - 90.0 / 96) < 0.02)
        if extent.isLive {
            #expect(grid.values.indices.allSatisfy { $0 % 100 > 55 || grid.values[$0] == 0 })
        }
    }

    @Test("of any length has the columns that are asked for")
    func length() throws {
        for seconds in [0.01, 0.5, 100] {
            var view = Spectrogram(rate: 8_000, .whole)
            view.add(ScopeSignal.sine(500, seconds: seconds, rate: 8_000))
            let grid = try #require(view.plot(width: 321, height: 64).grid)
            #expect(grid.columns == 321)
            #expect((grid.values.max() ?? 0) > 0.5)
        }
    }
}
