import ControlProtocol
import Platform

extension WorkerQueue {
    /// Runs a job on one of the threads.
    ///
    /// - Parameter job: The job.
    /// - Returns: Its result.
    /// - Throws: Its error; 69 after the end of the queue.
    @EventLoop
    func run<Value: Sendable>(
        _ job: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await outcome(of: job).get()
    }

    /// Runs a job like ``run(_:)``.
    ///
    /// - Parameter job: The job.
    /// - Returns: Its result, or its error.
    @EventLoop
    func outcome<Value: Sendable>(
        of job: @escaping @Sendable () throws -> Value
    ) async -> Result<Value, any Error> {
        await EventLoop.value { settle in
            submit { isCancelled in
                guard !isCancelled else {
                    return settle(
                        .failure(RequestError(.unavailable, "the daemon is shutting down"))
                    )
                }
                settle(Result { try job() })
            }
        }
    }

    /// Ends the threads after their current jobs.
    @EventLoop
    func end() async {
        await EventLoop.value { (settle: @escaping @Sendable (()) -> Void) in
            end { settle(()) }
        }
        join()
    }
}
