import CLinux
import Synchronization

/// Threads that help the audio thread to render its shards.
///
/// The audio thread publishes the shards of a span, takes them one by one like any worker, and
/// waits only for those that a worker has taken and not finished: a worker that the kernel does
/// not run takes nothing and delays nobody. Without workers it renders all by itself; the result is
/// the same, since a shard is rendered whole by whoever takes it.
struct RenderPool: ~Copyable {
    /// Generation (32 bits), number of tasks (16) and next task to take (16), in one word, so that
    /// a worker that comes late cannot take an index of one span for a task of the next.
    private let ticket = Atomic<UInt64>(0)
    /// Tasks not finished, and one for the audio thread until it begins to wait.
    private let unfinished = Atomic<Int>(0)
    private let isStopping = Atomic<Bool>(false)
    private let work: UnsafeMutablePointer<seqd_semaphore>
    private let done: UnsafeMutablePointer<seqd_semaphore>
    private let workerCount: Int
    /// Written by the audio thread before `ticket` is published, read by others after they read it.
    private let job: UnsafeMutablePointer<Job>

    /// What the tasks of a span work on.
    private struct Job {
        var generation: UInt64 = 0
        var shards: UnsafeMutablePointer<UnsafeMutablePointer<Shard>>?
        var start = 0
        var end = 0
    }

    /// Makes a pool for this many workers (0: none); they are started by ``RenderWorkers``.
    init(workerCount: Int) {
        self.workerCount = workerCount
        job = .allocate(capacity: 1)
        job.initialize(to: Job())
        work = .allocate(capacity: 1)
        done = .allocate(capacity: 1)
        seqd_semaphore_init(work)
        seqd_semaphore_init(done)
    }

    deinit {
        seqd_semaphore_destroy(work)
        seqd_semaphore_destroy(done)
        work.deallocate()
        done.deallocate()
        job.deallocate()
    }

    /// How often the audio thread looks whether the workers are done before it sleeps; about 20 µs.
    private static var spins: Int {
        @_noLocks get { 1_000 }
    }

    /// Renders frames `start ..< end` of all the shards.
    ///
    /// Audio thread only.
    @_noLocks
    func render(
        _ shards: UnsafeMutablePointer<UnsafeMutablePointer<Shard>>,
        count: Int,
        from start: Int,
        to end: Int
    ) {
        guard workerCount > 0, count > 1 else {
            for index in 0..<count {
                shards[index].pointee.render(from: start, to: end)
            }
            return
        }
        let generation = (job.pointee.generation &+ 1) & 0xFFFF_FFFF
        job.pointee = Job(generation: generation, shards: shards, start: start, end: end)
        unfinished.store(count + 1, ordering: .relaxed)
        ticket.store(generation << 32 | UInt64(count) << 16, ordering: .releasing)
        for _ in 0..<min(workerCount, count - 1) {
            seqd_semaphore_post(work)
        }
        takeTasks()
        waitForWorkers()
    }

    @_noLocks
    private func waitForWorkers() {
        for _ in 0..<Self.spins {
            if unfinished.load(ordering: .acquiring) == 1 { return }
            seqd_cpu_relax()
        }
        // Gives up its own share: whoever finishes the last task wakes it.
        if unfinished.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0 {
            seqd_semaphore_wait(done)
        }
    }

    /// Renders shards until none is left to take.
    ///
    /// It looks before it counts up: a worker that did not get to run for minutes wakes once for
    /// each span of that time, and would count the index beyond its sixteen bits, into the number of
    /// tasks.
    @_noLocks
    func takeTasks() {
        while true {
            let seen = ticket.load(ordering: .relaxed)
            guard seen & 0xFFFF < seen >> 16 & 0xFFFF else { return }
            let taken = ticket.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
            let index = Int(taken & 0xFFFF)
            guard index < Int(taken >> 16 & 0xFFFF), let shards = job.pointee.shards else { return }
            shards[index].pointee.render(from: job.pointee.start, to: job.pointee.end)
            if unfinished.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
                seqd_semaphore_post(done)
            }
        }
    }

    /// A worker's life.
    func serve() {
        while true {
            seqd_semaphore_wait(work)
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
        for _ in 0..<workerCount { seqd_semaphore_post(work) }
    }
}
