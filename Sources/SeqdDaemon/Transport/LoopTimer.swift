import NIOCore

/// Something that an event loop does again and again, until it is cancelled.
///
/// What it does may be confined to the loop; that it is called there is checked at run time.
struct LoopTimer {
    private let task: RepeatedTask

    /// Starts a timer.
    ///
    /// - Parameters:
    ///   - eventLoop: The loop, on which this is called.
    ///   - interval: The time between two calls; the first comes at once.
    ///   - action: What is done.
    init(
        on eventLoop: any EventLoop,
        every interval: TimeAmount,
        _ action: @escaping () -> Void
    ) {
        let action = NIOLoopBound(action, eventLoop: eventLoop)
        task = eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: interval) { _ in
            action.value()
        }
    }

    func cancel() {
        task.cancel()
    }
}
