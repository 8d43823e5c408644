import Synchronization

/// A queue of jobs that its own threads run, in the order in which they were added.
///
/// The threads start with the first job, and wait for more until ``end(_:)``.
package final class WorkerQueue: Sendable {
    /// A job; its argument says whether it is cancelled because the queue has ended: the thread
    /// that ends the queue, or adds the job, then calls it.
    package typealias Job = @Sendable (_ isCancelled: Bool) -> Void

    private struct State {
        var jobs: [Job] = []
        var threads: [SystemThread] = []
        /// The number of threads that are still running.
        var runningThreads = 0
        var hasEnded = false
        var onEnd: (@Sendable () -> Void)?
    }

    private let name: String
    private let threadCount: Int
    private let state = Mutex(State())
    /// Counts the waiting jobs, and at the end the threads.
    private let waiting = Semaphore()

    /// Makes a queue without jobs.
    ///
    /// - Parameters:
    ///   - name: The name of its threads; 15 bytes are used.
    ///   - threads: The number of jobs that run at the same time.
    package init(_ name: String, threads: Int = 1) {
        self.name = name
        threadCount = threads
    }

    /// Adds a job; after ``end(_:)`` it is cancelled at once.
    ///
    /// - Precondition: The system has threads to give.
    package func submit(_ job: @escaping Job) {
        let isTaken = state.withLock { state in
            guard !state.hasEnded else { return false }
            state.jobs.append(job)
            if state.threads.isEmpty { startThreads(&state) }
            return true
        }
        if isTaken { waiting.post() } else { job(true) }
    }

    private func startThreads(_ state: inout State) {
        for _ in 0..<threadCount {
            do throws(SystemThread.StartError) {
                state.threads.append(try SystemThread(name) { [self] in run() })
            } catch {
                preconditionFailure("thread: \(error)")
            }
        }
        state.runningThreads = threadCount
    }

    private func run() {
        while true {
            waiting.wait()
            let job = state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
            guard let job else { break }
            job(false)
        }
        let onEnd = state.withLock { state in
            state.runningThreads -= 1
            return state.runningThreads == 0 ? state.onEnd.take() : nil
        }
        onEnd?()
    }

    /// Ends the threads after their current jobs; waiting jobs are cancelled.
    ///
    /// - Parameter onEnd: Called once when the threads are about to end, on any thread.
    package func end(_ onEnd: @escaping @Sendable () -> Void) {
        let (left, isOver) = state.withLock { state in
            defer { state.jobs = [] }
            state.hasEnded = true
            if state.runningThreads > 0 { state.onEnd = onEnd }
            return (state.jobs, state.runningThreads == 0)
        }
        for job in left { job(true) }
        if isOver { return onEnd() }
        for _ in 0..<threadCount { waiting.post() }
    }

    /// Waits until the threads have ended, after ``end(_:)`` has called its closure.
    package func join() {
        let threads = state.withLock { state in
            defer { state.threads = [] }
            return state.threads
        }
        for thread in threads { thread.join() }
    }
}
