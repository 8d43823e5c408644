@testable import SeqdDaemon

/// A clock of an event loop that tests advance.
@EventLoop
final class VirtualTime {
    private var now = LoopTime(nanoseconds: 1_000_000_000)
    private(set) lazy var clock = LoopClock { [unowned self] in now }

    nonisolated init() {}

    /// Lets time pass, and does what is due meanwhile.
    func advance(by duration: Duration) {
        let end = now + duration
        while let next = clock.next, next <= end {
            now = max(now, next)
            clock.doDueWork()
        }
        now = end
    }
}

extension EventLoop {
    /// Waits until what has begun on the loop goes no further by itself.
    ///
    /// The pool's threads, which resume some tasks, can be late on a busy machine: this waits for
    /// the pool once before it looks again.
    @EventLoop
    static func settle() async {
        await takeTurns()
        await Task.detached {}.value
        await takeTurns()
    }

    @EventLoop
    private static func takeTurns() async {
        for _ in 0..<10 { await value { resume in execute { resume(()) } } }
    }
}
