/// A clock with scheduled work: that of the event loop, or one that tests advance.
@EventLoop
package final class LoopClock {
    private var timers = LoopTimers()
    private var lastNumber = 0
    private let time: () -> LoopTime

    /// Scheduled work.
    @EventLoop
    package struct Appointment: Equatable {
        fileprivate nonisolated let clock: LoopClock
        fileprivate let deadline: LoopTime
        fileprivate nonisolated let number: Int

        package nonisolated static func == (first: Appointment, second: Appointment) -> Bool {
            first.clock === second.clock && first.number == second.number
        }

        /// Cancels the work if it is not yet due.
        package func cancel() {
            clock.timers.remove(at: deadline, number: number)
        }
    }

    /// Makes a clock without scheduled work.
    ///
    /// - Parameter time: Returns the current time.
    package init(_ time: @escaping () -> LoopTime = { .now() }) {
        self.time = time
    }

    /// The current time.
    package var now: LoopTime { time() }

    /// The time at which work is next due; `nil` if none is scheduled.
    package var next: LoopTime? { timers.next }

    /// Schedules work at a time.
    @discardableResult
    package func schedule(at deadline: LoopTime, _ work: @escaping () -> Void) -> Appointment {
        lastNumber += 1
        timers.add(at: deadline, number: lastNumber, work)
        return Appointment(clock: self, deadline: deadline, number: lastNumber)
    }

    /// Schedules work after a delay.
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
