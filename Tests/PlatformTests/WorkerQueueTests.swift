import Platform
import Synchronization
import Testing

@Suite("A queue of jobs")
struct WorkerQueueTests {
    private final class Counter: Sendable {
        let count = Atomic(0)
    }

    /// Waits for the end of a queue.
    private func end(_ queue: WorkerQueue) async {
        await withCheckedContinuation { continuation in
            queue.end { continuation.resume() }
        }
        queue.join()
    }

    @Test("does them one after the other")
    func order() async {
        let queue = WorkerQueue("test")
        let done = Mutex<[Int]>([])
        for number in 0..<100 { queue.submit { _ in done.withLock { $0.append(number) } } }
        await withCheckedContinuation { continuation in
            queue.submit { _ in continuation.resume() }
        }
        #expect(done.withLock { $0 } == Array(0..<100))
        await end(queue)
    }

    @Test("cancels those that have not begun when it ends, and all that come later")
    func cancelling() async {
        let queue = WorkerQueue("test")
        let cancelled = Mutex<[Bool]>([])
        let isOpen = Mutex(false)
        await withCheckedContinuation { continuation in
            queue.submit { isCancelled in
                cancelled.withLock { $0.append(isCancelled) }
                continuation.resume()
                while !isOpen.withLock({ $0 }) {}
            }
        }
        queue.submit { isCancelled in cancelled.withLock { $0.append(isCancelled) } }
        await withCheckedContinuation { continuation in
            queue.end { continuation.resume() }
            // The job that waited was cancelled, and the one under way goes on.
            #expect(cancelled.withLock { $0 } == [false, true])
            isOpen.withLock { $0 = true }
        }
        queue.join()
        queue.submit { isCancelled in cancelled.withLock { $0.append(isCancelled) } }
        #expect(cancelled.withLock { $0 } == [false, true, true])
    }

    @Test("does as many at the same time as it has threads")
    func threads() async {
        let queue = WorkerQueue("test", threads: 2)
        let begun = Counter()
        for _ in 0..<2 {
            queue.submit { _ in
                begun.count.add(1, ordering: .relaxed)
                while begun.count.load(ordering: .relaxed) < 2 {}
            }
        }
        while begun.count.load(ordering: .relaxed) < 2 { await Task.yield() }
        await end(queue)
    }

    @Test("ends at once if there was no job")
    func empty() async {
        await end(WorkerQueue("test"))
    }
}
