import Logging
import ServiceLifecycle
import Synchronization
import UnixSignals

/// Takes SIGHUP, at which the configuration is read again.
package struct HangUpService: Service {
    private let action = Action()

    private final class Action: Sendable {
        let value = Mutex<(@Sendable () -> Void)?>(nil)
    }

    package init() {}

    /// Sets the function that is called for each signal; those before are ignored.
    func onSignal(_ action: @escaping @Sendable () -> Void) {
        self.action.value.withLock { $0 = action }
    }

    package func run() async throws {
        let signals = await UnixSignalsSequence(trapping: .sighup)
        for await _ in signals.cancelOnGracefulShutdown() {
            action.value.withLock { $0 }?()
        }
    }
}
