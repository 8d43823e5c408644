import CLinux
import Glibc
import Platform
public import SMF
import Synchronization

extension ReadingResources {
    /// More threads than this have nothing to do: the memory is then the limit.
    private static let threadLimit = 8
    /// Memory is worth a system call from a few large pages on, in bytes.
    private static let pageSize = 2 << 20

    /// The processors and the memory of this machine.
    ///
    /// Threads are started for a job that is worth it, and ended with it. Large blocks of memory get
    /// large pages where the kernel gives them on request, which is the default of Debian's.
    ///
    /// - Parameter threadCount: How many threads may work, the calling one included; `nil` for as
    ///   many as there are processors that this process may use, 8 at most.
    /// - Returns: The resources.
    public static func machine(threadCount: Int? = nil) -> ReadingResources {
        unsafe ReadingResources(
            threadCount: threadCount ?? min(Int(seqd_processor_count()), threadLimit),
            prepare: unsafe askForLargePages
        ) { count, job in
            JobSharing(count: count, job: job).run(threadCount: count)
        }
    }

    /// Asks for large pages in the part of a block that whole ones fit into.
    ///
    /// A refusal changes nothing but the time.
    package static func askForLargePages(_ memory: UnsafeMutableRawBufferPointer) {
        guard let base = memory.baseAddress else { return }
        let start = (Int(bitPattern: base) + pageSize - 1) & ~(pageSize - 1)
        let end = (Int(bitPattern: base) + memory.count) & ~(pageSize - 1)
        guard start < end, let address = unsafe UnsafeMutableRawPointer(bitPattern: start) else {
            return
        }
        // MADV_HUGEPAGE, which Glibc's module leaves out.
        _ = unsafe madvise(address, end - start, 14)
    }
}

/// Some jobs, and the threads that take one after the other.
private final class JobSharing: Sendable {
    private let count: Int
    private let job: @Sendable (Int) -> Void
    private let next = Atomic<Int>(0)

    init(count: Int, job: @escaping @Sendable (Int) -> Void) {
        self.count = count
        self.job = job
    }

    /// Carries out all jobs, one thread of them the calling one.
    func run(threadCount: Int) {
        var threads: [SystemThread] = []
        for _ in 1..<max(threadCount, 1) {
            // Without another thread it takes longer.
            guard let thread = try? SystemThread("seqd-reader", { self.takeJobs() }) else { break }
            threads.append(thread)
        }
        takeJobs()
        for thread in threads { thread.join() }
    }

    private func takeJobs() {
        while true {
            let number = next.add(1, ordering: .relaxed).oldValue
            guard number < count else { return }
            job(number)
        }
    }
}
