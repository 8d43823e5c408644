import ControlProtocol
import Logging
import NIOCore
import NIOPosix

/// Restores the transport's state at the start of the daemon, and keeps it on disk from then on.
///
/// Confined to its event loop; files are read and written on a thread of its own.
final class StateService {
    private let settings: StateSettings
    private let transport: Transport
    private let logger: Logger
    private let pool = NIOThreadPool(numberOfThreads: 1)
    private var file: StateFile?
    /// Whether clients are served already, although the state has not been read.
    private var isTooLate = false
    /// The time that clients wait for the state: a file system on a network may not answer at all.
    private static let timeToRestore = TimeAmount.seconds(5)
    private var keeper: StateKeeper?

    /// Makes a service that does nothing yet.
    ///
    /// - Parameters:
    ///   - settings: How the state is kept.
    ///   - transport: The transport.
    ///   - logger: The log.
    init(_ settings: StateSettings, of transport: Transport, logger: Logger) {
        self.settings = settings
        self.transport = transport
        self.logger = logger
    }

    /// Restores the state, and keeps it from now on.
    ///
    /// - Returns: Completes when it is restored, or after five seconds; what cannot be is logged.
    func begin() -> EventLoopFuture<Void> {
        guard let folder = settings.folder else {
            logger.warning("no $XDG_STATE_HOME and no $HOME: the state is not kept")
            return transport.eventLoop.makeSucceededVoidFuture()
        }
        let file = StateFile(folder: folder, name: settings.name)
        self.file = file
        pool.start()
        let logger = logger
        var isRead = false
        return pool.runIfActive(eventLoop: transport.eventLoop) {
            try file.begin { logger.warning("\($0)") }
        }.assumeIsolated().flatMap { (document: (state: DaemonState, isLast: Bool)?) in
            guard !self.isTooLate else {
                let error = RequestError(.busy, "\(file.path): read too late")
                return self.transport.eventLoop.makeFailedFuture(error)
            }
            isRead = true
            guard let document else {
                self.keep(self.transport.savedState)
                return self.transport.eventLoop.makeSucceededVoidFuture()
            }
            return self.restore(document.state, from: file, isLast: document.isLast)
        }.flatMapErrorThrowing { error in
            logger.warning("\(RequestError(completing: error)); the state is not kept")
        }.nonisolated().wait(atMost: Self.timeToRestore) {
            self.isTooLate = !isRead
            let missing =
                isRead ? "what is missing follows" : "\(file.path): not restored, and not kept"
            logger.warning(
                "the files of the state have not been read within 5 s; clients are served; \(missing)"
            )
        }
    }

    private func restore(
        _ saved: DaemonState,
        from file: StateFile,
        isLast: Bool
    ) -> EventLoopFuture<Void> {
        transport.restore(saved, resumes: settings.resumes).assumeIsolated().map {
            self.logger.info("restored \(file.path)")
            self.keep(isLast ? saved : nil)
        }.nonisolated()
    }

    /// Writes the state from now on.
    ///
    /// - Parameter written: The state that the file has; `nil` to write it in any case.
    private func keep(_ written: DaemonState?) {
        guard let file else { return }
        let (transport, logger) = (transport, logger)
        let keeper = StateKeeper(on: transport.eventLoop, written: written) {
            transport.savedState
        } write: { [pool] state in
            pool.runIfActive(eventLoop: transport.eventLoop) { try file.write(state) }
        } warn: {
            logger.warning("\($0); the state is not kept until it can be written")
        }
        self.keeper = keeper
        transport.onChange = { [weak keeper] in keeper?.changed() }
    }

    /// Writes the state as it is before the transport ends.
    ///
    /// - Returns: Completes when it is written.
    func end() -> EventLoopFuture<Void> {
        keeper?.end() ?? transport.eventLoop.makeSucceededVoidFuture()
    }

    /// Notes which recordings the transport has completed at its end, and gives up the file.
    ///
    /// - Returns: Completes when the state is written.
    func finish() -> EventLoopFuture<Void> {
        guard let file else { return transport.eventLoop.makeSucceededVoidFuture() }
        let recording = transport.recording
        let written = keeper?.amend { state in
            state.recording = recording.unfinished
            state.leftRecordings = recording.left
        }
        return (written ?? transport.eventLoop.makeSucceededVoidFuture()).assumeIsolated().flatMap {
            self.pool.end(on: self.transport.eventLoop)
        }.map {
            file.release()
        }.nonisolated()
    }
}
