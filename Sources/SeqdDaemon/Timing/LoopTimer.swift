import NIOCore

/// A timer on an event loop that runs while it is wanted.
///
/// Its action may be confined to the loop; that it is called there is checked at run time.
final class LoopTimer {
    private let eventLoop: any EventLoop
    private let interval: TimeAmount
    private var task: RepeatedTask?

    /// Makes a timer that does not run.
    ///
    /// - Parameters:
    ///   - eventLoop: The loop.
    ///   - interval: The time between two calls.
    init(on eventLoop: any EventLoop, every interval: TimeAmount) {
        self.eventLoop = eventLoop
        self.interval = interval
    }

    deinit {
        task?.cancel()
    }

    /// Whether it runs.
    var isRunning: Bool { task != nil }

    /// Starts or stops the timer; one that runs already is kept.
    ///
    /// - Parameters:
    ///   - isWanted: Whether it is to run.
    ///   - action: Called on the loop, the first time at once.
    func run(_ isWanted: Bool, _ action: @escaping () -> Void) {
        guard isWanted else { return stop() }
        guard task == nil else { return }
        let action = NIOLoopBound(action, eventLoop: eventLoop)
        task = eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: interval) { _ in
            action.value()
        }
    }

    /// Stops the timer.
    func stop() {
        task?.cancel()
        task = nil
    }
}
