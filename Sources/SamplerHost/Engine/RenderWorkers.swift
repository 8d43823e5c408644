import Platform
import Realtime

/// The threads of a ``RenderPool``; ends them when it goes.
final class RenderWorkers {
    private let pool: Box<RenderPool>
    private var threads: [SystemThread] = []

    /// Starts workers.
    ///
    /// - Parameters:
    ///   - count: How many; fewer where the system has no more.
    ///   - priority: The real-time priority to request; 0 for none.
    init(count: Int, priority: Int) {
        pool = Box(RenderPool(workerCount: count))
        // `deinit` ends the threads before the pool, whose `serve()` is for several of them.
        let pool = unsafe pool.ticket
        for _ in 0..<count {
            guard
                let thread = try? SystemThread(
                    "seqd-render",
                    priority: priority,
                    { unsafe pool.loan.value.serve() }
                )
            else { break }
            threads.append(thread)
        }
    }

    /// Lends the pool; the workers must outlive the loan.
    var loan: Loan<RenderPool> { unsafe pool.loan }

    deinit {
        pool.value.stop()
        for thread in threads { thread.join() }
    }
}
