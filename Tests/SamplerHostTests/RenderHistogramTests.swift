import Testing

@testable import SamplerHost

/// The counters of render times.
struct RenderHistogramTests {
    /// Counts periods of 480 frames at 48 kHz (10 ms) that took some nanoseconds each.
    private func times(_ taken: [Int64]) -> RenderTimes {
        let histogram = RenderHistogram()
        for nanoseconds in taken { histogram.note(nanoseconds, frames: 480, rate: 48_000) }
        return histogram.times
    }

    @Test func noPeriodHasNoTimes() {
        #expect(times([]) == RenderTimes())
    }

    @Test func percentilesAreAtMostAnEighthTooHighAndTheLongestIsExact() {
        // 1 … 200 % of a period, each once.
        let times = times((1...200).map { $0 * 100_000 })
        #expect(times.periods == 200)
        #expect(times.late == 100)
        #expect(times.longest == 2)
        #expect((1...1.125).contains(times.median))
        #expect((1.98...2).contains(times.percentile99))
    }

    @Test(arguments: [1_000, 9_999, 10_240, 12_345, 800_000, 4_000_000, 9_999_999, 30_000_000])
    func equalPeriodsHaveOneTime(nanoseconds: Int64) {
        let times = times(Array(repeating: nanoseconds, count: 300))
        // The class ends above it, and the longest time bounds that.
        #expect(times.median == times.longest)
        #expect(times.percentile99 == times.longest)
        #expect(abs(times.longest - Double(nanoseconds) / 1e7) <= 1e-6)
        #expect(times.late == (nanoseconds > 10_000_000 ? 300 : 0))
    }

    @Test func onePeriodInAHundredIsBeyondThe99thPercentile() {
        let few = times(Array(repeating: 1_000_000, count: 99) + [20_000_000])
        #expect((0.1...0.1125).contains(few.percentile99))
        #expect(few.longest == 2)
        let more = times(Array(repeating: 1_000_000, count: 98) + [20_000_000, 20_000_000])
        #expect(more.percentile99 == 2)
    }

    @Test func clocksThatJumpCountAsNothingOrADay() {
        let times = times([.min, -1, 0, .max])
        #expect(times.periods == 4)
        #expect(times.late == 1)
        #expect(times.longest == 8_640_000)
        #expect(times.median <= 0.001_024)
        #expect(times.percentile99 == times.longest)
    }
}
