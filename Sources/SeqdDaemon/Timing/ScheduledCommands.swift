import ControlProtocol
import Playback

/// Commands that wait for a position of the piece that plays.
///
/// Positions are nominal frames; the owner gives that of playback.
@EventLoop
final class ScheduledCommands {
    /// The work of a scheduled command.
    struct Command {
        /// The command's name.
        var name: String
        /// Carries it out.
        var perform: () throws(RequestError) -> Outcome
        /// Called when it is cancelled.
        var onCancel: () -> Void = {}
    }

    /// A scheduled command as events report it.
    struct Action: Hashable, Sendable {
        /// Counted from 1.
        var number: Int
        var command: String
        /// The nominal frame that it waits for.
        var frame: Int64

        fileprivate init(_ action: ActionScheduler<Command>.Action) {
            (number, command, frame) = (action.number, action.payload.name, action.frame)
        }
    }

    private let scheduler = ActionScheduler<Command>()
    private let timer: LoopTimer
    /// Called with the outcome of each command.
    private let onEvent: (DaemonEvent) -> Void
    /// Called with each command that fails, before its event.
    var onFailure: (Action, RequestError) -> Void = { _, _ in }

    private static let interval = Duration.milliseconds(2)

    /// Makes a list in which nothing waits.
    init(by clock: LoopClock = EventLoop.clock, onEvent: @escaping (DaemonEvent) -> Void) {
        timer = LoopTimer(every: Self.interval, by: clock)
        self.onEvent = onEvent
    }

    /// Whether nothing waits.
    var isEmpty: Bool { scheduler.isEmpty }

    /// The commands that wait, in the order in which they were accepted.
    var waiting: [Action] { scheduler.waiting.map(Action.init) }

    /// Schedules a command for a position.
    ///
    /// - Parameters:
    ///   - command: The command's name.
    ///   - timing: The precision.
    ///   - frame: The nominal frame.
    ///   - position: The position of playback.
    ///   - positionText: The frame as messages name it.
    ///   - changesLoop: Whether it changes the part that is repeated.
    ///   - onCancel: Called if it is cancelled: frees what it needs.
    ///   - perform: Carries the command out.
    /// - Throws: 64 for a position that has been passed, 75 if too many wait.
    /// - Returns: The scheduled command.
    func schedule(
        _ command: String,
        _ timing: Timing,
        at frame: Int64,
        from position: PlayPosition,
        positionText: @autoclosure () -> String,
        changesLoop: Bool = false,
        onCancel: @escaping () -> Void = {},
        _ perform: @escaping () throws(RequestError) -> Outcome
    ) throws(RequestError) -> Action {
        do throws(PlaybackError) {
            let action = try scheduler.schedule(
                Command(name: command, perform: perform, onCancel: onCancel),
                at: frame,
                timing == .exact ? .exact : .near,
                changesLoop: changesLoop,
                from: position,
                positionText: positionText()
            )
            return Action(action)
        } catch {
            throw RequestError(error)
        }
    }

    /// Cancels a scheduled command, or all.
    ///
    /// - Parameters:
    ///   - number: The command's number; `nil` for all.
    ///   - reason: The reason that events give; `nil` if a client asks for it.
    /// - Returns: The number of commands that were cancelled.
    @discardableResult
    func cancel(_ number: Int? = nil, because reason: String? = nil) -> Int {
        let cancelled = scheduler.cancel(number)
        for action in cancelled {
            action.payload.onCancel()
            onEvent(.action(Action(action), .cancelled(reason: reason)))
        }
        return cancelled.count
    }

    /// Continues from a nominal frame that playback has reached.
    func restart(at frame: Int64) {
        scheduler.restart(at: frame)
    }

    /// Moves all positions to those of another version of the music.
    ///
    /// - Parameter frame: Converts a nominal frame of the version before.
    func move(_ frame: (Int64) -> Int64) {
        scheduler.move(frame)
    }

    /// Starts or stops watching for positions.
    ///
    /// - Parameters:
    ///   - isPlaying: Whether something plays.
    ///   - look: Called repeatedly while something waits; it calls ``performDue(in:endedAt:)``.
    func watch(isPlaying: Bool, _ look: @escaping () -> Void) {
        timer.run(isPlaying && !isEmpty, look)
    }

    /// Stops watching.
    func stop() {
        timer.stop()
    }

    /// Carries out the commands that are due.
    ///
    /// - Parameters:
    ///   - player: The player.
    ///   - end: The nominal frame at which the piece has ended; `nil` if it has not.
    func performDue(in player: PiecePlayer, endedAt end: Int64? = nil) {
        player.performDue(of: scheduler, endedAt: end) { perform($0.payload, Action($0), at: $1) }
    }

    /// Carries out one command.
    ///
    /// - Parameters:
    ///   - number: The command's number.
    ///   - frame: The nominal frame at which it is done.
    func perform(_ number: Int, at frame: Int64) {
        guard let action = scheduler.take(number) else { return }
        perform(action.payload, Action(action), at: frame)
    }

    private func perform(_ command: Command, _ action: Action, at frame: Int64) {
        do throws(RequestError) {
            switch try command.perform() {
            case .done:
                onEvent(.action(action, .done(frame: frame)))
            case .pending(let reply):
                reply.whenSettled { [self] result in
                    switch result {
                    case .success: onEvent(.action(action, .done(frame: frame)))
                    case .failure(let error): fail(action, RequestError(completing: error))
                    }
                }
            }
        } catch {
            fail(action, error)
        }
    }

    private func fail(_ action: Action, _ failure: RequestError) {
        onFailure(action, failure)
        onEvent(.action(action, .failed(failure)))
    }
}

extension DaemonEvent {
    /// The outcome of a scheduled command.
    fileprivate static func action(
        _ action: ScheduledCommands.Action,
        _ outcome: ActionOutcome.Outcome
    ) -> DaemonEvent {
        .action(
            ActionOutcome(
                action: action.number,
                command: action.command,
                due: action.frame,
                outcome: outcome
            )
        )
    }
}
