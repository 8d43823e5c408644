/// A result that may still have to come, and that any number of tasks wait for.
@EventLoop
package final class Pending<Value: Sendable> {
    private var result: Result<Value, any Error>?
    private var waiting: [CheckedContinuation<Result<Value, any Error>, Never>] = []

    /// Makes one without a result.
    package nonisolated init() {}

    /// Whether the result is there.
    package var isSettled: Bool { result != nil }

    /// The result; a caller that asks when it is there does not wait.
    package var outcome: Result<Value, any Error> {
        get async {
            if let result { return result }
            return await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// The value, as ``outcome``.
    package var value: Value {
        get async throws { try await outcome.get() }
    }

    /// Sets the result, unless there is one.
    package func settle(_ result: Result<Value, any Error>) {
        guard self.result == nil else { return }
        self.result = result
        for continuation in waiting { continuation.resume(returning: result) }
        waiting = []
    }

    /// Sets the value.
    package func succeed(_ value: Value) {
        settle(.success(value))
    }

    /// Sets the error.
    package func fail(_ error: any Error) {
        settle(.failure(error))
    }
}

extension Pending<Void> {
    /// One that is done.
    static var done: Pending {
        let pending = Pending()
        pending.succeed()
        return pending
    }

    /// Waits for it at most for a time.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - clock: The clock.
    ///   - onTimeout: Called when the time is over first.
    func wait(
        atMost time: Duration,
        by clock: LoopClock = EventLoop.clock,
        _ onTimeout: @escaping () -> Void
    ) async {
        let waited = Pending()
        let limit = clock.schedule(in: time) {
            onTimeout()
            waited.succeed()
        }
        EventLoop.begin { [self] in
            _ = await outcome
            guard !waited.isSettled else { return }
            limit.cancel()
            waited.succeed()
        }
        _ = await waited.outcome
    }

    /// Sets that it is done.
    package func succeed() {
        succeed(())
    }
}
