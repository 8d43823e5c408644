import SoundTestSupport
import Testing

@testable import SamplerHost

/// Which periods are stable, and what the figures of trials are.
struct PeriodTrialTests {
    /// A trial of a period in a buffer of four at 48 kHz.
    private func trial(
        _ period: Int,
        xruns: Int = 0,
        render: [Int64] = [100_000],
        delays: [Int64] = [0, 10_000]
    ) -> PeriodTrial {
        PeriodTrial(
            granted: GrantedSettings(
                rate: 48_000,
                period: period,
                buffer: 4 * period,
                format: .s16
            ),
            xruns: xruns,
            renderTimes: DurationStatistics(render),
            delays: DurationStatistics(delays)
        )
    }

    @Test func percentilesAreThoseOfTheSortedDurations() {
        let durations = DurationStatistics((1...1_000).reversed())
        #expect(durations.percentile(permille: 1) == 1)
        #expect(durations.percentile(permille: 500) == 500)
        #expect(durations.percentile(permille: 999) == 999)
        #expect(durations.percentile(permille: 1_000) == 1_000)
        #expect(durations.longest == 1_000)
        #expect(DurationStatistics([7]).percentile(permille: 500) == 7)
        #expect(DurationStatistics([]).percentile(permille: 500) == 0)
        #expect(durations.counts(upTo: [10, 10, 999]) == [10, 0, 989, 1])
        #expect(DurationStatistics([]).counts(upTo: [10]) == [0, 0])
    }

    @Test func delaysAreCountedFromTheEarliestWakeUpsWhateverTheClocksDrift() {
        // 1000 periods of 1 ms by a clock that is 200 ppm slow; every tenth is late.
        let times = (0..<1_000).map { (index: Int) -> Int64 in
            let punctual = Int64(index) * 1_000_200 + 5_000_000_000
            return index % 10 == 5 ? punctual + 300_000 : punctual
        }
        let delays = WakeUpDelays.delays(of: times)
        #expect(delays.count == 1_000)
        for (index, delay) in delays.enumerated() {
            let expected: Int64 = index % 10 == 5 ? 300_000 : 0
            #expect(abs(delay - expected) < 1_500, "\(index): \(delay)")
        }
        #expect(WakeUpDelays.delays(of: []) == [])
        #expect(WakeUpDelays.delays(of: [1, 2]) == [])
    }

    @Test func aPeriodIsStableIfHalfOfTheBuffersTimeIsLeft() {
        // Of 64 frames, three periods are 4 ms.
        #expect(trial(64, render: [500_000], delays: [0, 1_500_000]).isStable)
        #expect(!trial(64, render: [500_000], delays: [0, 1_500_100]).isStable)
        #expect(!trial(64, xruns: 1).isStable)
        #expect(!trial(64, render: []).isStable)
        #expect(trial(64, render: [333_333, 1_333_333, 1_400_000]).late == 1)
        #expect(abs(trial(64, render: [333_333, 666_666]).render(permille: 1_000) - 0.5) < 0.001)
    }

    @Test func theSmallestStablePeriodHasNoUnstableOneAboveIt() {
        let trials = [trial(32), trial(1_024), trial(64, xruns: 2), trial(256)]
        #expect(PeriodTrial.smallestStable(of: trials)?.granted.period == 256)
        #expect(PeriodTrial.smallestStable(of: [trial(64), trial(128, xruns: 1)]) == nil)
        #expect(PeriodTrial.smallestStable(of: []) == nil)
    }

    @Test func whatFollowsAnUnderrunIsMeasuredAnew() throws {
        let device = ScriptedSink()
        let sink = MeasuringSink(device, bufferPeriods: 1, capacity: 100)
        let silence = [UInt8](repeating: 0, count: 64 * 4)
        for index in 0..<60 {
            device.underruns = index == 2 || index == 30 ? 1 : 0
            _ = try sink.write(silence.span.bytes, frames: 64)
        }
        // What is shorter than a period is the end.
        _ = try sink.write(silence.span.bytes, frames: 32)
        // Ten periods fill the buffer, and again after the underrun; the first is none of the trial's.
        #expect(sink.xruns == 1)
        #expect(sink.wakeUps.count == 50)
        #expect(sink.delays.count == 40)
        #expect(sink.delays.allSatisfy { $0 >= 0 })
    }

    @Test func aTrialWithoutADevicePlaysItsNotes() throws {
        var wanted = DeviceSettings()
        wanted.period = 512
        let studio = try Studio()
        let fonts = [SoundFontReference(path: studio.font)]
        let settings = EngineSettings(sampler: SamplerSettings(fonts: fonts))
        let trial = try PeriodTrial(.clock(wanted), settings, seconds: 1)
        #expect(trial.granted.buffer == 2_048)
        #expect(trial.renderTimes.sorted.count >= 40)
        #expect(trial.renderTimes.longest > 0)
    }
}

/// A device that takes everything, with underruns as told.
private final class ScriptedSink: PeriodSink {
    let periodFrames = 64
    let layout = SampleLayout.s16
    var underruns = 0

    func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int { underruns }
    func finish() throws(HostError) {}
    func abandon() {}
}
