import CommandSupport
import Glibc

/// Jobs that run to their end, or to a signal, beside a progress line.
struct JobRun<Job: QueuedJob> {
    /// The jobs.
    let jobs: [Job]
    /// The number of jobs that run at once.
    let atOnce: Int
    /// Whether only errors are printed.
    let isQuiet: Bool

    /// The time that jobs have to end after a signal.
    private static var patience: Duration { .seconds(2) }

    /// Does work for each job, and shows the progress.
    ///
    /// - Parameters:
    ///   - work: The work, on any thread.
    ///   - onEnd: Called for each job that has ended, on the caller's thread; not for one that a signal
    ///     has cancelled.
    /// - Throws: The status of a signal.
    func run(
        _ work: @escaping JobQueue<Job>.Work,
        onEnd: (JobQueue<Job>.Ended) -> Void
    ) throws(CommandFailure) {
        let queue = try JobQueue(jobs, threads: atOnce, work)
        let line = ProgressLine(isShown: !isQuiet, jobs: jobs)
        var ending: ExitStatus?
        var endingSince: ContinuousClock.Instant?
        while true {
            // Asked before the jobs that ended are taken, so that none is missed.
            let isDone = queue.isDone
            for ended in queue.takeEnded() {
                // The user has cancelled it.
                if ending != nil, ended.failure?.status == .interrupted { continue }
                line.clear()
                onEnd(ended)
            }
            if isDone { break }
            line.show(done: queue.endedCount)
            let signal = Signals.next(milliseconds: 200)
            switch signal {
            case SIGINT, SIGTERM, SIGHUP:
                ending = ending ?? Signals.status(of: signal)
                endingSince = endingSince ?? .now
                queue.cancel()
            case SIGTSTP:
                line.end()
                Signals.stopProcess()
            default: break
            }
            if let ending, let endingSince, .now - endingSince > Self.patience {
                // A job is blocked by a pipe without a writer or reader.
                line.clear()
                _exit(ending.rawValue)
            }
        }
        line.clear()
        queue.join()
        if let ending { throw CommandFailure.silent(ending) }
    }
}
