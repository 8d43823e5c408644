import ControlProtocol
import Logging
import NIOCore
import Playback
import SamplerHost
import Sequencer

/// Commands that wait for a position of the file that plays.
extension Transport {
    /// What a scheduled command does.
    struct ScheduledCommand {
        /// The command's name.
        var name: String
        /// Carries it out.
        var perform: () throws(RequestError) -> Outcome
    }

    /// A scheduled command as it is told of.
    struct Action: Hashable, Sendable {
        /// Counted from 1.
        var number: Int
        var command: String
        /// The nominal frame that it waits for.
        var frame: Int64

        fileprivate init(_ action: ActionScheduler<ScheduledCommand>.Action) {
            (number, command, frame) = (action.number, action.payload.name, action.frame)
        }
    }

    private static var actionInterval: TimeAmount { .milliseconds(2) }

    /// Has a command wait for a position.
    ///
    /// - Returns: The action that waits.
    /// - Throws: Status 66 when nothing is loaded, 64 for a position that there is not or that does
    ///   not come any more, 75 when too many wait.
    func schedule(
        _ request: Request,
        _ timing: Timing,
        at position: Position,
        _ perform: @escaping () throws(RequestError) -> Outcome
    ) throws(RequestError) -> Action {
        let song = try loadedSong()
        let frame = try self.frame(of: position, in: song)
        let action = try RequestError.catching { () throws(PlaybackError) in
            try actions.schedule(
                ScheduledCommand(name: request.name.rawValue, perform: perform),
                at: frame,
                timing == .exact ? .exact : .near,
                changesLoop: request.changesLoop,
                from: playback.playPosition,
                positionText: "\(position)"
            )
        }
        watchActions()
        return Action(action)
    }

    /// Cancels one command that waits, or all.
    ///
    /// - Returns: How many there were.
    @discardableResult
    func cancelActions(_ number: Int? = nil) -> Int {
        let cancelled = actions.cancel(number)
        for action in cancelled { events(.action(Action(action), .cancelled)) }
        watchActions()
        return cancelled.count
    }

    /// Keeps what waits at its beat when another version of the music plays.
    func moveActions(from before: LoadedPiece?) {
        guard let before, let song, song !== before else { return }
        actions.move { song.sameFrame($0, of: before, rate: rate) }
    }

    /// Watches while something plays and something waits.
    func watchActions() {
        let isWanted = state == .playing && !actions.isEmpty
        if isWanted, actionTimer == nil {
            actionTimer = LoopTimer(on: eventLoop, every: Self.actionInterval) { [weak self] in
                self?.performActions()
            }
        } else if !isWanted, let actionTimer {
            actionTimer.cancel()
            self.actionTimer = nil
        }
    }

    /// Does what has come to its turn.
    ///
    /// - Parameter end: The nominal frame at which the song has ended, where it has.
    func performActions(to end: Int64? = nil) {
        playback.performDue(of: actions, endedAt: end) { perform($0, at: $1) }
        watchActions()
    }

    /// Does what waited.
    ///
    /// - Parameters:
    ///   - scheduled: The command.
    ///   - frame: The frame at which it is done.
    private func perform(
        _ scheduled: ActionScheduler<ScheduledCommand>.Action,
        at frame: Int64
    ) {
        let action = Action(scheduled)
        do throws(RequestError) {
            switch try scheduled.payload.perform() {
            case .done, .written:
                events(.action(action, .done(frame: frame)))
            case .later(let future):
                future.assumeIsolated().whenComplete { result in
                    switch result {
                    case .success: self.events(.action(action, .done(frame: frame)))
                    case .failure(let error):
                        self.fail(action, error as? RequestError ?? .internal("\(error)"))
                    }
                }
            }
        } catch {
            fail(action, error)
        }
    }

    private func fail(_ action: Action, _ failure: RequestError) {
        let place = song.map { position(atFrame: action.frame, in: $0.sequence).text }
        let file = currentPath.map { "\($0): " } ?? ""
        logger.warning("\(file)\(action.command) at \(place ?? "its position"): \(failure.message)")
        events(.action(action, .failed(failure)))
    }
}

extension Request {
    /// Whether it changes the part that is repeated.
    fileprivate var changesLoop: Bool {
        if case .loop = self { true } else { false }
    }
}
