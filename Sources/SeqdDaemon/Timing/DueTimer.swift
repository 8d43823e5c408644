import NIOCore

/// A timer on an event loop for the earliest of times that change.
///
/// Confined to the loop.
final class DueTimer {
    private let eventLoop: any EventLoop
    private var task: Scheduled<Void>?
    private var time = NIODeadline.distantFuture

    /// Makes a timer that does not run.
    init(on eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// Calls an action at a time, unless it runs for an earlier one already.
    ///
    /// - Parameters:
    ///   - due: The time; `nil` for never.
    ///   - action: The action.
    func run(at due: NIODeadline?, _ action: @escaping () -> Void) {
        guard let due else { return stop() }
        guard task == nil || due < time else { return }
        task?.cancel()
        time = due
        task = eventLoop.assumeIsolated().scheduleTask(deadline: due) { [weak self] in
            self?.task = nil
            action()
        }
    }

    /// Stops the timer.
    func stop() {
        task?.cancel()
        task = nil
    }
}
