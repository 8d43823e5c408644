import ServiceLifecycle
import Synchronization
import UnixSignals

/// Takes SIGHUP, at which the configuration is read again.
package struct HangUpService: Service {
    private let action = Action()

    private struct State {
        var action: (@Sendable () -> Void)?
        /// Whether a signal came before there was an action.
        var isPending = false
    }

    private final class Action: Sendable {
        let value = Mutex(State())
    }

    package init() {}

    /// Sets the function that is called for each signal, and calls it if one came before.
    func onSignal(_ action: @escaping @Sendable () -> Void) {
        let isPending = self.action.value.withLock { state in
            state.action = action
            return state.isPending
        }
        if isPending { action() }
    }

    package func run() async throws {
        let signals = await UnixSignalsSequence(trapping: .sighup)
        for await _ in signals.cancelOnGracefulShutdown() {
            let action = action.value.withLock { state in
                state.isPending = state.action == nil
                return state.action
            }
            action?()
        }
    }
}
