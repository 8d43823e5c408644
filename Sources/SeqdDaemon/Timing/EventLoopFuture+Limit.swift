package import NIOCore

extension EventLoopFuture<Void> {
    /// Completes as this one, or with success when a time is over.
    ///
    /// On the event loop only.
    ///
    /// - Parameters:
    ///   - time: The time to wait.
    ///   - onTimeout: Called when the time is over first.
    /// - Returns: The other future.
    package func wait(atMost time: TimeAmount, _ onTimeout: @escaping () -> Void) -> EventLoopFuture
    {
        let waited = eventLoop.makePromise(of: Void.self)
        var isOver = false
        let timer = eventLoop.assumeIsolated().scheduleTask(in: time) {
            isOver = true
            onTimeout()
            waited.succeed()
        }
        assumeIsolated().whenComplete { result in
            guard !isOver else { return }
            timer.cancel()
            waited.completeWith(result)
        }
        return waited.futureResult
    }
}
