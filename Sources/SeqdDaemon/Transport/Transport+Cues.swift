import ControlProtocol
import Logging
import Playback
import Sequencer

/// Cues that playback passes, and commands that wait for positions.
extension Transport: EventSource {
    var events: (DaemonEvent) -> Void {
        get { reporter.onEvent }
        set { reporter.onEvent = newValue }
    }

    var wanted: Set<EventType> {
        get { reporter.wanted }
        set {
            reporter.wanted = newValue
            cues.subscriptionsChanged()
            watchCues()
        }
    }

    private var wantsCues: Bool { state == .playing && !wanted.isDisjoint(with: EventType.cues) }

    /// Watches while something plays and any client subscribes to cues.
    func watchCues() {
        cues.watch(wantsCues) { [weak self] in self?.reportCues() }
    }

    /// Reports the cues that were passed since the last time.
    func reportCues() {
        guard wantsCues, let piece, let frame = playback.audiblePosition else { return }
        let loop = playback.loopedFrames(of: piece)
        for event in cues.advance(to: frame, of: piece, loop: loop, wanted) {
            reporter.publish(event)
        }
    }

    /// Reports the cues that are left of a piece that has ended.
    func reportLastCues(of piece: LoadedPiece) {
        guard wantsCues else { return }
        for event in cues.finish(piece, wanted) { reporter.publish(event) }
    }

    /// Reports the tempo, which was changed, at the position of playback or of the change.
    func reportTempo() {
        guard state == .playing, wanted.contains(.tempo), let piece else { return }
        let position = TransportPosition(
            atFrame: playback.exactFrame ?? frame,
            in: piece.sequence,
            rate: rate
        )
        let tempo = piece.sequence.tempoMap.beatsPerMinute(atTick: position.ticks)
        reporter.publish(.tempo(tempo, position))
    }

    // MARK: Scheduled commands

    /// Schedules a command for a position.
    ///
    /// - Parameters:
    ///   - request: The command.
    ///   - timing: The precision.
    ///   - position: The position.
    ///   - changesLoop: Whether it changes the part that is repeated.
    ///   - onCancel: Called if it is cancelled.
    ///   - perform: Carries the command out.
    /// - Returns: The scheduled command.
    /// - Throws: Status 66 if nothing is loaded, 64 for a position that does not exist or has been
    ///   passed, 75 if too many wait.
    func schedule(
        _ request: Request,
        _ timing: Timing,
        at position: Position,
        changesLoop: Bool = false,
        onCancel: @escaping () -> Void = {},
        _ perform: @escaping () throws(RequestError) -> Outcome
    ) throws(RequestError) -> ScheduledCommands.Action {
        let piece = try loadedPiece()
        let frame = try frame(of: position, in: piece)
        let action = try scheduled.schedule(
            request,
            timing,
            at: frame,
            from: playback.playPosition,
            positionText: "\(position)",
            changesLoop: changesLoop,
            onCancel: onCancel,
            perform
        )
        watchScheduled()
        return action
    }

    /// Cancels a scheduled command, or all.
    ///
    /// - Parameters:
    ///   - number: The command's number; `nil` for all.
    ///   - reason: The reason that events give; `nil` if a client asks for it.
    /// - Returns: The number of commands that were cancelled.
    @discardableResult
    func cancelScheduled(_ number: Int? = nil, because reason: String? = nil) -> Int {
        defer { watchScheduled() }
        return scheduled.cancel(number, because: reason)
    }

    /// Keeps scheduled commands at their beats when another version of the music plays.
    func moveScheduled(from before: LoadedPiece?) {
        guard let before, let piece, piece !== before else { return }
        scheduled.move { piece.sameFrame($0, of: before, rate: rate) }
    }

    /// Watches while something plays and a command waits.
    func watchScheduled() {
        scheduled.watch(isPlaying: state == .playing) { [weak self] in self?.performScheduled() }
    }

    /// Carries out the commands that are due.
    ///
    /// - Parameter end: The nominal frame at which the piece has ended; `nil` if it has not.
    func performScheduled(endedAt end: Int64? = nil) {
        scheduled.performDue(in: playback, endedAt: end)
        watchScheduled()
    }

    /// Logs the failure of a scheduled command.
    func logFailure(of action: ScheduledCommands.Action, _ failure: RequestError) {
        let position = piece.map {
            TransportPosition(atFrame: action.frame, in: $0.sequence, rate: rate).text
        }
        let file = currentPath.map { "\($0): " } ?? ""
        reporter.logger.warning(
            "\(file)\(action.command) at \(position ?? "its position"): \(failure.message)"
        )
    }
}
