/// A timer on the event loop that runs while it is wanted.
@EventLoop
final class LoopTimer {
    private let clock: LoopClock
    private let interval: Duration
    private var appointment: LoopClock.Appointment?

    /// Makes a timer that does not run.
    ///
    /// - Parameters:
    ///   - interval: The time between two calls.
    ///   - clock: The clock.
    init(every interval: Duration, by clock: LoopClock = EventLoop.clock) {
        self.interval = interval
        self.clock = clock
    }

    /// Whether it runs.
    var isRunning: Bool { appointment != nil }

    /// Starts or stops the timer; one that runs already stays.
    ///
    /// - Parameters:
    ///   - isWanted: Whether it is to run.
    ///   - action: Called again and again, the first time in a later turn of the loop.
    func run(_ isWanted: Bool, _ action: @escaping () -> Void) {
        guard isWanted else { return stop() }
        guard appointment == nil else { return }
        call(action, at: clock.now)
    }

    private func call(_ action: @escaping () -> Void, at time: LoopTime) {
        appointment = clock.schedule(at: time) { [weak self] in
            guard let self else { return }
            let current = appointment
            action()
            // It was stopped, or stopped and started anew.
            guard let current, current == appointment else { return }
            call(action, at: clock.now + interval)
        }
    }

    /// Stops the timer.
    func stop() {
        appointment?.cancel()
        appointment = nil
    }
}
