import Dispatch
import Synchronization

/// Jobs that threads of its own do, in the order in which they come.
///
/// The threads start with the first job, and wait for more until ``end(_:)``.
package final class WorkerQueue: Sendable {
    /// A job, which is told whether the queue has ended and it is not to be done any more.
    package typealias Job = @Sendable (_ isCancelled: Bool) -> Void

    private struct State {
        var jobs: [Job] = []
        var threads: [SystemThread] = []
        /// The number of threads that have not ended.
        var runningThreads = 0
        var hasEnded = false
        var onEnd: (@Sendable () -> Void)?
    }

    private let name: String
    private let threadCount: Int
    private let state = Mutex(State())
    /// Counts the jobs that wait, and at the end the threads.
    private let waiting = DispatchSemaphore(value: 0)

    /// Makes a queue without jobs.
    ///
    /// - Parameters:
    ///   - name: The name of its threads; 15 bytes are used.
    ///   - threads: The number of jobs that are done at the same time.
    package init(_ name: String, threads: Int = 1) {
        self.name = name
        threadCount = threads
    }

    /// Adds a job; after the end it is cancelled at once.
    ///
    /// - Precondition: The system has threads to give.
    package func submit(_ job: @escaping Job) {
        let isTaken = state.withLock { state in
            guard !state.hasEnded else { return false }
            state.jobs.append(job)
            if state.threads.isEmpty { startThreads(&state) }
            return true
        }
        if isTaken { waiting.signal() } else { job(true) }
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

    /// Ends the threads after the jobs that they do; those that wait are cancelled.
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
        for _ in 0..<threadCount { waiting.signal() }
    }

    /// Waits until the threads have ended, after ``end(_:)`` has called.
    package func join() {
        let threads = state.withLock { state in
            defer { state.threads = [] }
            return state.threads
        }
        for thread in threads { thread.join() }
    }
}
