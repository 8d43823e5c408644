import ControlProtocol
import Platform

extension WorkerQueue {
    /// Does a job on one of the threads.
    ///
    /// - Parameter job: The job.
    /// - Returns: Its result.
    /// - Throws: Its error; 69 after the end of the queue.
    @EventLoop
    func run<Value: Sendable>(
        _ job: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let result: Result<Value, any Error> = await EventLoop.value { settle in
            submit { isCancelled in
                guard !isCancelled else {
                    return settle(
                        .failure(RequestError(.unavailable, "the daemon is shutting down"))
                    )
                }
                settle(Result { try job() })
            }
        }
        return try result.get()
    }

    /// Ends the threads, after the jobs that they do.
    @EventLoop
    func end() async {
        await EventLoop.value { (settle: @escaping @Sendable (()) -> Void) in
            end { settle(()) }
        }
        join()
    }
}
