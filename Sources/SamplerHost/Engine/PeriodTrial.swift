import CLinux
import Sequencer

/// A trial of a period: the engine plays dense music silently to a device for some seconds.
public struct PeriodTrial: Hashable, Sendable {
    /// The output of a trial.
    public enum Output: Hashable, Sendable {
        /// A device.
        case device(DeviceSettings)
        /// Real time without a device, with these settings.
        case clock(DeviceSettings)
    }

    /// The settings that the device has granted.
    public var granted: GrantedSettings
    /// Buffer underruns.
    public var xruns: Int
    /// The time from the wake-up to the end of rendering of each period.
    public var renderTimes: DurationStatistics
    /// The delay of the thread's wake-up for each period.
    public var delays: DurationStatistics
    /// The reason why real-time priority was refused; `nil` if it was granted.
    public var priorityRefusal: String?

    /// The number of notes that sound at a time.
    public static let notes = 64
    /// The part of the buffer's time that a stable period may need at most.
    static let reserve = 0.5

    /// Makes a trial from what was measured.
    init(
        granted: GrantedSettings,
        xruns: Int,
        renderTimes: DurationStatistics,
        delays: DurationStatistics,
        priorityRefusal: String? = nil
    ) {
        self.granted = granted
        self.xruns = xruns
        self.renderTimes = renderTimes
        self.delays = delays
        self.priorityRefusal = priorityRefusal
    }

    /// Plays the trial's music to an output; takes as many seconds and a little more.
    ///
    /// - Parameters:
    ///   - output: The output.
    ///   - settings: The settings of the engine, but for the rate, the period and the gain.
    ///   - seconds: The length of the trial.
    /// - Throws: The error of a device that cannot be opened, and of a SoundFont.
    public init(
        _ output: Output,
        _ settings: EngineSettings,
        seconds: Int
    ) throws(HostError) {
        let device: any PeriodSink
        let granted: GrantedSettings
        switch output {
        case .device(let wanted):
            let sink = try wanted.open()
            device = sink
            granted = sink.granted
        case .clock(let wanted):
            device = NullSink(
                rate: wanted.rate,
                periodFrames: wanted.period,
                periods: wanted.periods,
                format: wanted.format ?? .s16
            )
            granted = GrantedSettings(
                rate: wanted.rate,
                period: wanted.period,
                buffer: wanted.period * wanted.periods,
                format: wanted.format ?? .s16
            )
        }
        let sink = MeasuringSink(
            device,
            bufferPeriods: granted.buffer / granted.period,
            capacity: (seconds + 2) * granted.rate / granted.period
        )
        let refusal: String?
        do throws(HostError) {
            refusal = try Self.play(into: sink, settings, granted, seconds)
        } catch {
            device.abandon()
            throw error
        }
        self.init(
            granted: granted,
            xruns: sink.xruns,
            renderTimes: DurationStatistics(sink.renderTimes),
            delays: DurationStatistics(sink.delays),
            priorityRefusal: refusal
        )
    }

    /// Plays for some seconds.
    ///
    /// - Returns: The reason why real-time priority was refused; `nil` if it was not.
    private static func play(
        into sink: MeasuringSink,
        _ settings: EngineSettings,
        _ granted: GrantedSettings,
        _ seconds: Int
    ) throws(HostError) -> String? {
        var settings = settings
        settings.rate = granted.rate
        settings.maximumPeriod = max(granted.period, 64)
        settings.workerPriority = AudioThread.priority
        // The sound is computed as ever, and not heard.
        settings.gain = -.infinity
        let music = TrialMusic.sequence(seconds: seconds + 2, notes: notes)
        let engine = try Engine(settings, for: [music])
        _ = engine.enqueue(PlayItem(sequence: music, rate: granted.rate), isLast: true)
        let thread = try AudioThread(running: engine, into: sink, realTime: true)
        let end = seqd_monotonic_nanoseconds() + Int64(seconds) * 1_000_000_000
        while !thread.hasEnded, seqd_monotonic_nanoseconds() < end {
            seqd_sleep_until(seqd_monotonic_nanoseconds() + 20_000_000)
        }
        engine.stop()
        try thread.join()
        return thread.priorityRefusal
    }

    /// The length of a period in nanoseconds.
    public var periodNanoseconds: Double { Double(granted.period) / Double(granted.rate) * 1e9 }

    /// The time that rendering takes, as a part of a period.
    ///
    /// - Parameter permille: The part of the periods that take no longer, in thousandths.
    /// - Returns: The time; 1 is all that there is.
    public func render(permille: Int) -> Double {
        Double(renderTimes.percentile(permille: permille)) / periodNanoseconds
    }

    /// Periods that took longer to render than they last.
    public var late: Int { renderTimes.sorted.count { Double($0) > periodNanoseconds } }

    /// Whether the period can be relied on: no underrun, and the latest wake-ups (99.9 %) and the
    /// longest rendering together take half of the time at most that the buffer gives them.
    public var isStable: Bool {
        guard xruns == 0, !renderTimes.sorted.isEmpty else { return false }
        let available = Double(granted.buffer - granted.period) / Double(granted.rate) * 1e9
        let needed = Double(delays.percentile(permille: 999) + renderTimes.longest)
        return needed <= available * Self.reserve
    }

    /// The smallest stable period: all longer ones were stable too.
    ///
    /// - Parameter trials: The trials.
    /// - Returns: The trial; `nil` if the longest period was not stable.
    public static func smallestStable(of trials: [PeriodTrial]) -> PeriodTrial? {
        trials.sorted { $0.granted.period > $1.granted.period }.prefix { $0.isStable }.last
    }
}
