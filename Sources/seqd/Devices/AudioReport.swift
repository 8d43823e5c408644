import SamplerHost

/// The findings of `seqd doctor --audio`.
struct AudioReport {
    /// The output: a device's name, or `no device`.
    var output: String
    /// The SoundFont's path.
    var font: String
    /// Periods in the buffer, as requested.
    var periods: Int
    /// The length of each trial in seconds.
    var seconds: Int
    /// The trials, the longest period first; not empty.
    var trials: [PeriodTrial]

    /// The smallest stable period.
    var smallest: PeriodTrial? { PeriodTrial.smallestStable(of: trials) }

    /// The upper bounds of the histogram of wake-ups, in microseconds.
    static let delayBounds = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]
    /// The upper bounds of the histogram of render times, in percent of a period.
    static let renderBounds = [1, 2, 5, 10, 20, 50, 100]

    /// The counts of a trial's wake-ups: those up to each bound, and those above all.
    static func delays(of trial: PeriodTrial) -> [Int] {
        trial.delays.counts(upTo: delayBounds.map { Int64($0) * 1_000 })
    }

    /// The counts of a trial's render times: those up to each bound, and those above all.
    static func renderTimes(of trial: PeriodTrial) -> [Int] {
        let period = Int64(trial.periodNanoseconds)
        return trial.renderTimes.counts(upTo: renderBounds.map { period * Int64($0) / 100 })
    }
}
