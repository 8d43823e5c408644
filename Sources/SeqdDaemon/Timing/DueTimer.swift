/// A timer on the event loop for the earliest of times that change.
@EventLoop
final class DueTimer {
    private var appointment: LoopClock.Appointment?
    private var time = LoopTime.distantPast

    /// Calls an action at a time, unless it runs for an earlier one already.
    ///
    /// - Parameters:
    ///   - due: The time; `nil` for never.
    ///   - action: The action.
    func run(at due: LoopTime?, _ action: @escaping () -> Void) {
        guard let due else { return stop() }
        guard appointment == nil || due < time else { return }
        appointment?.cancel()
        time = due
        appointment = EventLoop.clock.schedule(at: due) { [weak self] in
            self?.appointment = nil
            action()
        }
    }

    /// Stops the timer.
    func stop() {
        appointment?.cancel()
        appointment = nil
    }
}
