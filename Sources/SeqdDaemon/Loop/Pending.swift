/// A result that may not be available yet, and that any number of tasks can wait for.
@EventLoop
package final class Pending<Value: Sendable> {
    private var result: Result<Value, any Error>?
    private var waiting: [(Result<Value, any Error>) -> Void] = []

    /// Makes one without a result.
    package nonisolated init() {}

    /// Whether the result is available.
    package var isSettled: Bool { result != nil }

    /// The result; if it is available, the caller does not wait.
    package var outcome: Result<Value, any Error> {
        get async {
            if let result { return result }
            return await withCheckedContinuation { continuation in
                waiting.append { continuation.resume(returning: $0) }
            }
        }
    }

    /// The value, as ``outcome``.
    package var value: Value {
        get async throws { try await outcome.get() }
    }

    /// Calls an action with the result: now if it is available, else in the turn that sets it.
    package func whenSettled(_ action: @escaping (Result<Value, any Error>) -> Void) {
        if let result { action(result) } else { waiting.append(action) }
    }

    /// Sets the result, unless there is one.
    package func settle(_ result: Result<Value, any Error>) {
        guard self.result == nil else { return }
        self.result = result
        let actions = waiting
        waiting = []
        for action in actions { action(result) }
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

    /// Waits for the result, with a time limit.
    ///
    /// - Parameters:
    ///   - time: The limit.
    ///   - clock: The clock.
    ///   - onTimeout: Called if the limit is reached first.
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
        whenSettled { _ in
            guard !waited.isSettled else { return }
            limit.cancel()
            waited.succeed()
        }
        _ = await waited.outcome
    }

    /// Marks it as done.
    package func succeed() {
        succeed(())
    }
}
