import CommandSupport
import Platform
import Synchronization

/// Runs jobs on a few threads.
final class JobQueue<Job: QueuedJob>: Sendable {
    /// A job that ended, and its failure if it failed.
    struct Ended {
        var job: Job
        var failure: CommandFailure?
    }

    /// The work of one job, on any thread.
    typealias Work = @Sendable (Job) throws(CommandFailure) -> Void

    private let jobs: [Job]
    private let work: Work
    private let state = Mutex(State())

    private struct State {
        var next = 0
        var isCancelled = false
        var ended: [Ended] = []
        var endedCount = 0
        var threads: [SystemThread] = []
    }

    /// Starts the jobs.
    ///
    /// - Parameters:
    ///   - jobs: The jobs, in their order.
    ///   - threads: The number of jobs that run at once.
    ///   - work: The work of each.
    /// - Throws: The error of a system that has no thread to give.
    init(
        _ jobs: [Job],
        threads: Int,
        _ work: @escaping Work
    ) throws(CommandFailure) {
        self.jobs = jobs
        self.work = work
        for _ in 0..<max(1, threads) {
            let thread: SystemThread
            do throws(SystemThread.StartError) {
                thread = try SystemThread("seqd-job") { self.runJobs() }
            } catch {
                throw CommandFailure(.internal, "threads: \(error)")
            }
            state.withLock { $0.threads.append(thread) }
        }
    }

    private func runJobs() {
        while let job = takeJob() {
            var failure: CommandFailure?
            do throws(CommandFailure) {
                try work(job)
            } catch {
                failure = error
            }
            state.withLock {
                $0.ended.append(Ended(job: job, failure: failure))
                $0.endedCount += 1
            }
            Signals.wake()
        }
    }

    private func takeJob() -> Job? {
        state.withLock { state in
            guard !state.isCancelled, state.next < jobs.count else { return nil }
            state.next += 1
            return jobs[state.next - 1]
        }
    }

    /// The jobs that ended since the last call.
    func takeEnded() -> [Ended] {
        state.withLock { state in
            defer { state.ended = [] }
            return state.ended
        }
    }

    /// Whether every job that began has ended and none will begin.
    var isDone: Bool {
        state.withLock { state in
            state.endedCount == state.next && (state.isCancelled || state.next == jobs.count)
        }
    }

    /// The number of jobs that have ended.
    var endedCount: Int { state.withLock { $0.endedCount } }

    /// Ends the jobs that run and begins no other.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        for job in jobs { job.cancel() }
    }

    /// Waits for the threads.
    func join() {
        for thread in state.withLock({ $0.threads }) { thread.join() }
    }
}
