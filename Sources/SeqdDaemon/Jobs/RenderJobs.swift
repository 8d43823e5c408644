import ControlProtocol
import Logging
import Platform

/// The render jobs of the daemon: one runs at a time, on a thread of its own that everything else has
/// priority over.
@EventLoop
final class RenderJobs {
    private struct Job {
        var entry: JobEntry
        let work: RenderWork
        var isCancelled = false
        var thread: SystemThread?
    }

    private let reporter: Reporter
    /// The jobs that wait or run, in their order; the first one runs.
    private var jobs: [Job] = []
    private var ended: [JobEntry] = []
    private var lastNumber = 0
    private let timer = LoopTimer(every: .seconds(1))
    /// Settled when all jobs have ended; `nil` before ``end()``.
    private var allEnded: Pending<Void>?

    /// The most jobs that wait.
    static let capacity = 100
    /// The most jobs that have ended and are listed.
    private static let history = 100

    /// Makes an empty list.
    ///
    /// - Parameter reporter: Publishes and logs what becomes of jobs.
    init(_ reporter: Reporter) {
        self.reporter = reporter
    }

    /// Whether a job runs or waits.
    var isBusy: Bool { !jobs.isEmpty }

    /// All jobs, by number: those that have ended, the one that runs, those that wait.
    var entries: [JobEntry] {
        let open = jobs.map { job in
            var entry = job.entry
            entry.progress = job.work.progress
            return entry
        }
        return (ended + open).sorted { $0.job < $1.job }
    }

    /// Adds a job, which runs when all before it have ended.
    ///
    /// - Parameter work: Its work.
    /// - Returns: Its number.
    /// - Throws: 75 if 100 jobs wait, 64 if another one has the same target.
    func add(_ work: RenderWork) throws(RequestError) -> Int {
        guard allEnded == nil else {
            throw RequestError(.unavailable, "the daemon is shutting down")
        }
        guard jobs.count <= Self.capacity else {
            throw RequestError(
                .busy,
                "too many render jobs: \(Self.capacity) wait already; try again when one has ended"
            )
        }
        if let other = jobs.first(where: {
            $0.entry.target == work.target.path && !$0.isCancelled
        }) {
            throw RequestError(
                .usage,
                "target: \(work.target.path): also the target of job \(other.entry.job)"
            )
        }
        lastNumber += 1
        let entry = JobEntry(
            lastNumber,
            .waiting,
            source: work.source,
            target: work.target.path
        )
        jobs.append(Job(entry: entry, work: work))
        // The client knows the number when the first event comes.
        EventLoop.execute { [weak self] in self?.startFirst() }
        return entry.job
    }

    /// Cancels a job; one that runs ends soon.
    ///
    /// - Parameter number: Its number.
    /// - Throws: 64 if there is none of the number, or it has ended.
    func cancel(_ number: Int) throws(RequestError) {
        guard let index = jobs.firstIndex(where: { $0.entry.job == number }) else {
            let state = ended.first { $0.job == number }?.state
            throw RequestError(
                .usage,
                "job: \(number): \(state.map { "has ended already: \($0.rawValue)" } ?? "no such job")"
            )
        }
        jobs[index].isCancelled = true
        guard jobs[index].entry.state == .waiting else { return jobs[index].work.cancel() }
        end(at: index, .failure(RequestError(.busy, "cancelled")))
    }

    /// Cancels all jobs, and waits until the one that runs has ended.
    func end() async {
        let allEnded = allEnded ?? Pending()
        self.allEnded = allEnded
        for job in jobs { try? cancel(job.entry.job) }
        if jobs.isEmpty { allEnded.succeed() }
        _ = await allEnded.outcome
    }

    // MARK: Running

    private func startFirst() {
        guard let first = jobs.first, first.entry.state == .waiting else { return }
        jobs[0].entry.state = .running
        let (number, work) = (first.entry.job, first.work)
        reporter.logger.info("job \(number): rendering \(work.source) to \(work.target.path)")
        publish(first.entry, .started)
        do throws(SystemThread.StartError) {
            jobs[0].thread = try SystemThread("seqd-job") { [self] in
                SystemThread.lowerPriority()
                let result = Result { () throws(RequestError) in try work.run() }
                EventLoop.execute { [self] in end(number, result) }
            }
            timer.run(true) { [unowned self] in reportProgress() }
        } catch {
            end(number, .failure(RequestError(.software, "thread: \(error)")))
        }
    }

    private func end(_ number: Int, _ result: Result<[String], RequestError>) {
        guard let index = jobs.firstIndex(where: { $0.entry.job == number }) else { return }
        timer.stop()
        // It has nothing left to do.
        jobs[index].thread?.join()
        end(at: index, result)
        startFirst()
        if jobs.isEmpty { allEnded?.succeed() }
    }

    /// Moves a job to those that have ended.
    private func end(at index: Int, _ result: Result<[String], RequestError>) {
        let job = jobs.remove(at: index)
        var entry = job.entry
        entry.progress = job.work.progress
        switch result {
        case .success(let warnings):
            entry.state = .done
            for warning in warnings {
                let failure = RequestError(.unavailable, "job \(entry.job): \(warning)")
                reporter.report(failure, file: job.work.source, .warning)
            }
            reporter.logger.info("job \(entry.job): done")
            publish(entry, .done(entry.progress))
        case .failure where job.isCancelled:
            entry.state = .cancelled
            reporter.logger.info("job \(entry.job): cancelled")
            publish(entry, .cancelled)
        case .failure(let error):
            entry.state = .failed
            entry.failure = error
            reporter.logger.warning("job \(entry.job): \(error.message)")
            publish(entry, .failed(error))
        }
        ended.append(entry)
        if ended.count > Self.history { ended.removeFirst() }
    }

    private func reportProgress() {
        guard let first = jobs.first, reporter.wanted.contains(.job) else { return }
        let progress = first.work.progress
        guard progress.seconds > 0 else { return }
        publish(first.entry, .progress(progress))
    }

    private func publish(_ entry: JobEntry, _ change: JobChange.Change) {
        reporter.publish(
            .job(JobChange(entry.job, change, source: entry.source, target: entry.target))
        )
    }
}
