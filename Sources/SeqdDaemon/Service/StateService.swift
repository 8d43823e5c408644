import ControlProtocol
import Logging
import Platform

/// Restores the transport's state at the start of the daemon, and keeps it on disk from then on.
///
/// Files are read and written on a thread of its own.
@EventLoop
final class StateService {
    private let settings: StateSettings
    private let transport: Transport
    private let logger: Logger
    private let files = WorkerQueue("seqd-state")
    private var file: StateFile?
    /// Whether the state has been read.
    private var isRead = false
    /// Whether clients are served already, although the state has not been read.
    private var isTooLate = false
    /// The time that clients wait for the state: a file system on a network may not answer at all.
    private static let timeToRestore = Duration.seconds(5)
    private var keeper: StateKeeper?

    /// Makes a service that does nothing yet.
    init(_ settings: StateSettings, of transport: Transport, logger: Logger) {
        self.settings = settings
        self.transport = transport
        self.logger = logger
    }

    /// Restores the state, and keeps it from now on.
    ///
    /// Settings that cannot be restored are logged. It is waited for at most five seconds.
    func begin() async {
        guard let folder = settings.folder else {
            logger.warning("no $XDG_STATE_HOME and no $HOME: the state is not kept")
            return
        }
        let file = StateFile(folder: folder, name: settings.name)
        self.file = file
        let restored = EventLoop.begin { [self] in
            do {
                try await restore(from: file)
            } catch {
                logger.warning("\(RequestError(completing: error)); the state is not kept")
            }
        }
        await restored.wait(atMost: Self.timeToRestore) { [self] in
            isTooLate = !isRead
            let missing =
                isRead ? "what is missing follows" : "\(file.path): not restored, and not kept"
            logger.warning(
                "the files of the state have not been read within 5 s; clients are served; \(missing)"
            )
        }
    }

    private func restore(from file: StateFile) async throws {
        let document = try await files.run { [logger] in
            try file.begin { logger.warning("\($0)") }
        }
        guard !isTooLate else { throw RequestError(.busy, "\(file.path): read too late") }
        isRead = true
        guard let document else { return keep(transport.savedState) }
        await transport.restore(document.state, resumes: settings.resumes)
        logger.info("restored \(file.path)")
        keep(document.isLast ? document.state : nil)
    }

    /// Writes the state from now on.
    ///
    /// - Parameter written: The state that the file has; `nil` to write it in any case.
    private func keep(_ written: DaemonState?) {
        guard let file else { return }
        let (transport, logger) = (transport, logger)
        let keeper = StateKeeper(written: written) {
            transport.savedState
        } write: { [files] state in
            try await files.run { try file.write(state) }
        } warn: {
            logger.warning("\($0); the state is not kept until it can be written")
        }
        self.keeper = keeper
        transport.run.onChange = { [weak keeper] in keeper?.changed() }
    }

    /// Writes the state as it is before the transport ends.
    func end() async {
        await keeper?.end()
    }

    /// Notes which recordings the transport has completed at its end, and gives up the file.
    func finish() async {
        guard let file else { return }
        let recording = transport.recording
        await keeper?.amend { state in
            state.recording = recording.unfinished
            state.leftRecordings = recording.left
        }
        await files.end()
        file.release()
    }
}
