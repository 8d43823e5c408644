package import Logging
import ServiceLifecycle
import UnixSignals

/// Takes SIGHUP, which is kept for reading a configuration again.
package struct HangUpService: Service {
    private let logger: Logger

    package init(logger: Logger) {
        self.logger = logger
    }

    package func run() async throws {
        let signals = await UnixSignalsSequence(trapping: .sighup)
        for await _ in signals.cancelOnGracefulShutdown() {
            logger.info("SIGHUP ignored: nothing to reload")
        }
    }
}
