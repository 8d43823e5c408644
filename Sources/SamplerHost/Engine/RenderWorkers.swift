import CLinux
import Glibc
import Realtime

/// The threads of a ``RenderPool``; ends them when it goes.
final class RenderWorkers {
    private let pool: Box<RenderPool>
    private var threads: [pthread_t] = []

    /// Starts workers.
    ///
    /// - Parameters:
    ///   - count: How many; fewer where the system has no more.
    ///   - priority: The real-time priority to ask for; 0 for none.
    init(count: Int, priority: Int32) {
        pool = Box(RenderPool(workerCount: count))
        for _ in 0..<count {
            var thread = pthread_t()
            var refusal: Int32 = 0
            let status = unsafe seqd_thread_start(
                &thread,
                "seqd-render",
                priority,
                &refusal,
                { context in
                    unsafe context?.assumingMemoryBound(to: RenderPool.self).pointee.serve()
                },
                unsafe pool.address
            )
            if status == 0 { threads.append(thread) }
        }
    }

    /// Lends the pool; the workers must outlive the loan.
    var loan: Loan<RenderPool> { unsafe pool.loan }

    deinit {
        pool.value.stop()
        for thread in threads { pthread_join(thread, nil) }
    }
}
