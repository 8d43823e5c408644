import Synchronization

/// The tasks of a span, to be taken one by one by any number of threads.
///
/// Generation (32 bits), number of tasks (16) and next task (16) share one word, so that a thread
/// that is late cannot take an index of one span for a task of the next. A task is taken by
/// comparing and exchanging the word: the next task never exceeds the number of tasks, however
/// often a thread asks for one, so it cannot overflow into it.
struct RenderTicket: ~Copyable {
    private let word = Atomic<UInt64>(0)

    /// The most tasks of a span.
    static var capacity: Int { @_noLocks get { 0xFFFF } }

    /// Publishes the tasks `0 ..< count` of the next span.
    ///
    /// One thread only, when all tasks of the span before it were taken. The thread that takes a
    /// task sees what this one wrote before.
    @_noLocks
    func publish(_ count: Int) {
        precondition(count <= Self.capacity, "too many tasks")
        let generation = (word.load(ordering: .relaxed) >> 32 &+ 1) & 0xFFFF_FFFF
        word.store(generation << 32 | UInt64(count) << 16, ordering: .releasing)
    }

    /// Takes the next task; `nil` when none is left.
    ///
    /// Any thread.
    @_noLocks
    func take() -> Int? {
        var seen = word.load(ordering: .acquiring)
        while seen & 0xFFFF < seen >> 16 & 0xFFFF {
            let (exchanged, original) = word.weakCompareExchange(
                expected: seen,
                desired: seen &+ 1,
                ordering: .acquiringAndReleasing
            )
            if exchanged { return Int(seen & 0xFFFF) }
            seen = original
        }
        return nil
    }
}
