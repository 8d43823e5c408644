import Glibc

/// The watchdog of the service manager, sd_watchdog_enabled(3): reports that the daemon is alive, from
/// the event loop, while the audio thread makes progress.
@EventLoop
final class ServiceWatchdog {
    private let timer: LoopTimer
    private var progress = AudioProgress()

    /// Makes a watchdog that does not report yet.
    ///
    /// - Parameter interval: The time between two reports.
    init(every interval: Duration) {
        timer = LoopTimer(every: interval)
    }

    /// Begins to report.
    ///
    /// - Parameters:
    ///   - figures: Gets the figures of the audio thread.
    ///   - report: Reports that the daemon is alive.
    func start(_ figures: @escaping () -> AudioProgress.Figures, report: @escaping () -> Void) {
        timer.run(true) { [unowned self] in
            if progress.isMade(figures()) { report() }
        }
    }

    /// Stops reporting.
    func stop() {
        timer.stop()
    }

    /// Half of the time after which the service manager takes this process for dead; `nil` if it does
    /// not watch it.
    ///
    /// - Parameters:
    ///   - process: The ID of this process; the variables may be meant for its parent.
    ///   - environment: The value of a variable.
    /// - Returns: The time between two reports.
    nonisolated static func interval(
        of process: pid_t,
        _ environment: (String) -> String?
    ) -> Duration? {
        guard let microseconds = environment("WATCHDOG_USEC").flatMap(Int64.init),
            (1...Int64(Int32.max) * 1_000_000).contains(microseconds)
        else { return nil }
        if let owner = environment("WATCHDOG_PID"), pid_t(owner) != process { return nil }
        return .nanoseconds(microseconds * 500)
    }
}

/// The progress of the audio thread, as the service manager's watchdog has to know it.
struct AudioProgress {
    /// The state of the audio thread at a time.
    struct Figures {
        /// The frames rendered so far.
        var frames: Int64
        /// Whether it waits for something to play, with the device released.
        var isAsleep: Bool
        /// Whether the device is lost, and waited for.
        var isLost: Bool
    }

    private var lastFrames: Int64?

    /// Whether there was progress since the last call, or a reason why there was none.
    mutating func isMade(_ now: Figures) -> Bool {
        defer { lastFrames = now.frames }
        return now.isAsleep || now.isLost || now.frames != lastFrames
    }
}
