/// Resources of a reader beside the thread that calls it.
///
/// SMF itself starts no threads and knows no operating system; who has them lends them.
@safe
public struct ReadingResources: Sendable {
    /// Carries out a number of jobs, each once, and returns when all are done.
    ///
    /// Gets the number of jobs and a closure that takes a job's number, from 0.
    public typealias Distribution =
        @Sendable (_ count: Int, _ job: @escaping @Sendable (Int) -> Void) -> Void

    /// Looks after a large block of memory before it is used for the first time.
    public typealias Preparation = @Sendable (UnsafeMutableRawBufferPointer) -> Void

    /// The number of threads that may read tracks at the same time, 1 or more.
    public var threadCount: Int
    /// Carries out jobs, one at a time on each thread.
    public var distribute: Distribution
    /// Called with each block of several MiB that is taken for events, before it is touched; for
    /// instance to ask for large pages, which are touched the first time in a third of the time.
    public var prepare: Preparation?

    /// Makes resources.
    public init(
        threadCount: Int,
        prepare: Preparation? = nil,
        distribute: @escaping Distribution
    ) {
        self.threadCount = max(threadCount, 1)
        unsafe self.prepare = prepare
        self.distribute = distribute
    }

    /// The calling thread alone.
    public static let callingThread = unsafe ReadingResources(threadCount: 1) { count, job in
        for number in 0..<count { job(number) }
    }
}
