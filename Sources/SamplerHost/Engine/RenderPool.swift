import CLinux
import Realtime
import Synchronization

/// Threads that help the audio thread to render its shards.
///
/// The audio thread publishes the shards of a span, takes them one by one like any worker, and
/// waits only for those that a worker has taken and not finished: a worker that the kernel does
/// not run takes nothing and delays nothing. Without workers it renders all by itself; the result is
/// the same, since a shard is rendered whole by one thread.
struct RenderPool: ~Copyable {
    // A pointer stands first: see FixedArray.
    /// Written by the audio thread before the ticket's tasks are published, read by others after
    /// they took one.
    private let job = Box(Job())
    private let work = Semaphore()
    private let done = Semaphore()
    private let ticket = RenderTicket()
    /// Tasks not finished, and one for the audio thread until it begins to wait.
    private let unfinished = Atomic<Int>(0)
    private let isStopping = Atomic<Bool>(false)
    private let workerCount: Int

    /// The data of a span's tasks.
    struct Job: BitwiseCopyable {
        var shards: LentElements<Loan<Shard>>?
        var start = 0
        var end = 0
    }

    /// Makes a pool for this many workers (0: none); they are started by ``RenderWorkers``.
    init(workerCount: Int) {
        self.workerCount = workerCount
    }

    /// The number of checks for the workers' end before the audio thread sleeps; about 20 µs.
    private static var spins: Int {
        @_noLocks get { 1_000 }
    }

    /// Renders frames `start ..< end` of all the shards.
    ///
    /// Audio thread only.
    @_noLocks
    func render(
        _ shards: LentElements<Loan<Shard>>,
        from start: Int,
        to end: Int
    ) {
        let count = shards.count
        guard workerCount > 0, count > 1 else {
            for index in 0..<count { shards[index].value.render(from: start, to: end) }
            return
        }
        job.value.shards = shards
        job.value.start = start
        job.value.end = end
        unfinished.store(count + 1, ordering: .relaxed)
        ticket.publish(count)
        for _ in 0..<min(workerCount, count - 1) { work.post() }
        takeTasks()
        waitForWorkers()
    }

    @_noLocks
    private func waitForWorkers() {
        for _ in 0..<Self.spins {
            if unfinished.load(ordering: .acquiring) == 1 { return }
            seqd_cpu_relax()
        }
        // Gives up its own share: the thread that finishes the last task wakes it.
        if unfinished.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0 {
            done.wait()
        }
    }

    /// Renders shards until none is left to take.
    @_noLocks
    func takeTasks() {
        while let index = ticket.take(), let shards = job.value.shards {
            shards[index].value.render(from: job.value.start, to: job.value.end)
            if unfinished.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
                done.post()
            }
        }
    }

    /// A worker's life.
    func serve() {
        while true {
            work.wait()
            if isStopping.load(ordering: .acquiring) { return }
            RealtimeSanitizer.enter()
            takeTasks()
            RealtimeSanitizer.exit()
        }
    }

    /// Makes every worker leave ``serve()``.
    ///
    /// The audio thread must not render any more.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        for _ in 0..<workerCount { work.post() }
    }
}
