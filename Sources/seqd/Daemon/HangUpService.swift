import Logging
import ServiceLifecycle
import UnixSignals

/// Takes SIGHUP, which is kept for reading a configuration again.
struct HangUpService: Service {
    let logger: Logger

    func run() async throws {
        let signals = await UnixSignalsSequence(trapping: .sighup)
        for await _ in signals.cancelOnGracefulShutdown() {
            logger.info("SIGHUP ignored: nothing to reload")
        }
    }
}
