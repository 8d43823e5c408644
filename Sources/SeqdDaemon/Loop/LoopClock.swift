/// A clock with work that waits for its time: that of the event loop, or one that tests advance.
@EventLoop
package final class LoopClock {
    private var timers = LoopTimers()
    private var lastNumber = 0
    private let time: () -> LoopTime

    /// Work that waits for its time.
    @EventLoop
    package struct Appointment: Equatable {
        fileprivate nonisolated let clock: LoopClock
        fileprivate let deadline: LoopTime
        fileprivate nonisolated let number: Int

        package nonisolated static func == (first: Appointment, second: Appointment) -> Bool {
            first.clock === second.clock && first.number == second.number
        }

        /// Drops the work, if its time has not come.
        package func cancel() {
            clock.timers.remove(at: deadline, number: number)
        }
    }

    /// Makes a clock on which nothing waits.
    ///
    /// - Parameter time: Gets the present time.
    package init(_ time: @escaping () -> LoopTime = { .now() }) {
        self.time = time
    }

    /// The present time.
    package var now: LoopTime { time() }

    /// The time at which work is due next; `nil` if none waits.
    package var next: LoopTime? { timers.next }

    /// Has work done at a time.
    @discardableResult
    package func schedule(at deadline: LoopTime, _ work: @escaping () -> Void) -> Appointment {
        lastNumber += 1
        timers.add(at: deadline, number: lastNumber, work)
        return Appointment(clock: self, deadline: deadline, number: lastNumber)
    }

    /// Has work done after a time.
    @discardableResult
    package func schedule(in duration: Duration, _ work: @escaping () -> Void) -> Appointment {
        schedule(at: now + duration, work)
    }

    /// Does the work that is due.
    package func doDueWork() {
        guard timers.next != nil else { return }
        let now = now
        while let work = timers.takeDue(now) { work() }
    }
}
