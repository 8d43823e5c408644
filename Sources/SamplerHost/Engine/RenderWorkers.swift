import CLinux
import Glibc

/// The threads of a ``RenderPool``; ends them when it goes.
final class RenderWorkers {
    let pool: UnsafeMutablePointer<RenderPool>
    private var threads: [pthread_t] = []

    /// Starts workers.
    ///
    /// - Parameters:
    ///   - count: How many; fewer where the system has no more.
    ///   - priority: The real-time priority to ask for; 0 for none.
    init(count: Int, priority: Int32) {
        pool = .allocate(capacity: 1)
        pool.initialize(to: RenderPool(workerCount: count))
        for _ in 0..<count {
            var thread = pthread_t()
            var refusal: Int32 = 0
            let status = seqd_thread_start(
                &thread,
                "seqd-render",
                priority,
                &refusal,
                { context in
                    context?.assumingMemoryBound(to: RenderPool.self).pointee.serve()
                },
                pool
            )
            if status == 0 { threads.append(thread) }
        }
    }

    deinit {
        pool.pointee.stop()
        for thread in threads { pthread_join(thread, nil) }
        pool.deinitialize(count: 1)
        pool.deallocate()
    }
}
