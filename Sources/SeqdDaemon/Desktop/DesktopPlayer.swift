import ControlProtocol
import Logging
import MPRIS
import Playback
import SamplerHost
import Sequencer

/// The daemon as a player of the user's desktop, if there is a session bus.
///
/// It tells the desktop of changes, and gives the desktop's commands as a client would.
@EventLoop
final class DesktopPlayer {
    private let transport: Transport
    private let requests: DesktopRequests
    private let logger: Logger
    private var server: MediaServer?
    /// Whether the desktop can see it.
    private var isConnected = false
    private var isUpdateDue = false
    /// Tells of jumps that no command makes: the repetitions of a loop, and waiting in practice.
    private let timer = LoopTimer(every: .seconds(1))

    /// Makes a player that the desktop does not see yet.
    init(_ transport: Transport, _ hub: SessionHub, _ logger: Logger) {
        self.transport = transport
        self.logger = logger
        requests = DesktopRequests(transport, hub)
        hub.onChange = { [weak self] in self?.noteChange() }
    }

    /// Shows the player, unless there is no session bus.
    ///
    /// - Parameter name: The daemon's name.
    func start(name: String) {
        guard MediaServer.isPossible else { return logger.debug("MPRIS: no session bus") }
        let isUsual = name == DaemonName.default
        let description = MediaDescription(
            identity: isUsual ? name : "\(DaemonName.default) (\(name))",
            isMain: true,
            canQuit: false,
            opensFiles: true
        )
        do throws(MediaFailure) {
            server = try MediaServer(description, state, of: self) { [logger] report in
                Self.log(report, logger)
            }
        } catch {
            logger.warning("MPRIS: \(error.text)")
        }
    }

    /// Hides the player.
    func stop() {
        timer.stop()
        isConnected = false
        server?.end()
        server = nil
    }

    private nonisolated static func log(_ report: MediaServer.Report, _ logger: Logger) {
        switch report {
        case .connected(let name): logger.info("media keys and the desktop: \(name)")
        case .refused(let reason):
            logger.info("no media keys: the session bus cannot be used: \(reason)")
        case .lost(let reason): logger.warning("no media keys any more: session bus: \(reason)")
        }
    }

    // MARK: The state

    /// Tells the desktop of a change in the next turn of the loop, with others of this turn.
    private func noteChange() {
        guard isConnected, !isUpdateDue else { return }
        isUpdateDue = true
        EventLoop.execute { [weak self] in self?.update() }
    }

    private func update() {
        isUpdateDue = false
        guard isConnected else { return }
        server?.update(state)
        timer.run(transport.run.state == .playing) { [weak self] in self?.update() }
    }

    private var state: MediaState {
        let (run, list) = (transport.run, transport.queue.list)
        var state = MediaState()
        state.playback =
            switch run.state {
            case .playing: .playing
            case .paused: .paused
            case .stopped: .stopped
            }
        state.repetition = requests.repetition
        state.isShuffled = list.modes.isRandom
        state.speed = run.playback.pace.factor
        state.gain = transport.mixer.gain
        state.track = list.current.map(track)
        state.position = MediaPosition(
            microseconds: requests.position,
            time: LoopTime.now().nanoseconds,
            pace: run.state == .playing && !run.engine.position.isHeld ? state.speed : 0
        )
        state.canGoNext = list.nextIndex != nil
        state.canGoPrevious = list.previousIndex != nil
        state.canPlay = !list.isEmpty
        state.canSeek = run.piece != nil && !run.following.isOn
        return state
    }

    private func track(_ entry: PlayQueue.Entry) -> MediaTrack {
        let piece = transport.piece.flatMap { $0.entry == entry.number ? $0 : nil }
        let seconds = entry.length.seconds(at: transport.run.arrangement.tempo)
        return MediaTrack(
            name: "\(entry.number)",
            path: entry.path,
            title: piece?.tags[.title] ?? entry.fileName,
            artist: piece?.tags[.artist],
            length: MediaTime.microseconds(ofSeconds: seconds)
        )
    }
}

extension PlayQueue.Entry {
    /// The name of the file, with the number of the pattern.
    fileprivate var fileName: String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return pattern.map { "\(name) (pattern \($0))" } ?? name
    }
}

extension DesktopPlayer: MediaOwner {
    nonisolated func serverConnected() {
        EventLoop.execute { [weak self] in
            self?.isConnected = true
            self?.update()
        }
    }

    nonisolated func perform(
        _ command: MediaCommand,
        _ answer: @escaping @Sendable (Result<Void, MediaFailure>) -> Void
    ) {
        EventLoop.execute { [self] in
            EventLoop.begin { [self] in
                do {
                    try await requests.perform(command)
                    // The state comes before the answer.
                    update()
                    answer(.success(()))
                } catch {
                    answer(.failure(MediaFailure(RequestError(completing: error))))
                }
            }
        }
    }

    nonisolated func tellPosition(_ answer: @escaping @Sendable (Int64) -> Void) {
        EventLoop.execute { [self] in answer(requests.position) }
    }
}

extension MediaFailure {
    /// The failure of a request of the desktop.
    fileprivate init(_ error: RequestError) {
        let kind: Kind =
            switch error.code {
            case .noInput: .fileNotFound
            case .notPermitted: .notPermitted
            default: .failed
            }
        self.init(kind, error.message)
    }
}
