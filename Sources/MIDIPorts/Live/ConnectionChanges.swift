import Synchronization

/// The changes of the connection rules that wait for the input thread.
package final class ConnectionChanges: Sendable {
    private struct State {
        var waiting: [ConnectionChange] = []
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Adds a change.
    ///
    /// Any thread.
    ///
    /// - Parameter change: The change.
    /// - Returns: Whether somebody will take it.
    package func add(_ change: ConnectionChange) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.waiting.append(change)
            return true
        }
    }

    /// Takes all that wait, in order.
    package func take() -> [ConnectionChange] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Takes no more, and ends those that wait: they change nothing.
    package func close() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isClosed = true
            return state.waiting
        }
        for change in waiting { change.onEnd([]) }
    }
}
