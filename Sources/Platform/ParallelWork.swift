import Glibc
import Synchronization

/// Work that is shared out over the processors.
package enum ParallelWork {
    /// The most threads.
    private static let limit = 8

    /// The items that are left.
    private final class Cursor: Sendable {
        private let next = Atomic(0)

        func take() -> Int { next.add(1, ordering: .relaxed).oldValue }
    }

    /// Does something for each item, for several at once, and waits until all of it is done.
    ///
    /// - Parameters:
    ///   - items: The items, in the order in which they are begun.
    ///   - body: The work; threads without a priority of their own call it.
    package static func forEach(
        _ items: [Int],
        _ body: @escaping @Sendable (Int) -> Void
    ) {
        let cursor = Cursor()
        let work: @Sendable () -> Void = {
            while case let index = cursor.take(), index < items.count { body(items[index]) }
        }
        let processors = max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
        var threads: [SystemThread] = []
        for _ in 1..<max(min(processors, limit, items.count), 1) {
            // Without a thread, this one does more.
            guard let thread = try? SystemThread("seqd-load", work) else { break }
            threads.append(thread)
        }
        work()
        for thread in threads { thread.join() }
    }
}
