import ControlProtocol
import Logging
import Playback
import SamplerHost
import Sequencer

/// Cues that playback passes, and commands that wait for positions.
extension Transport: EventSource {
    var events: (DaemonEvent) -> Void {
        get { reporter.onEvent }
        set { reporter.onEvent = newValue }
    }

    var drops: (Int, EventType) -> Void {
        get { reporter.onDrop }
        set { reporter.onDrop = newValue }
    }

    var wanted: Set<EventType> {
        get { reporter.wanted }
        set {
            reporter.wanted = newValue
            cues.subscriptionsChanged()
            watchCues()
            watchInputMessages()
            // A new subscriber is told what changes from now on.
            reportChanges()
        }
    }

    private var wantsCues: Bool { state == .playing && !wanted.isDisjoint(with: EventType.cues) }

    /// Watches while something plays and any client subscribes to cues.
    func watchCues() {
        cues.watch(wantsCues) { [weak self] in self?.reportCues() }
        if state != .playing { publish(cues.releaseNotes(of: piece, wanted)) }
    }

    /// Reports the cues that were passed since the last time.
    func reportCues() {
        guard wantsCues, let piece, let passed = playback.passedFrames else { return }
        // The first period is being written; the time of its frames is known at the next call.
        guard !engine.clock.isPending else { return }
        let loop = playback.loopedFrames(of: piece)
        let events = cues.advance(to: passed.frame, of: piece, loop: loop, wanted) {
            heard(passed.engineFrame(ofPassed: $0))
        }
        for event in events { reporter.publish(event) }
        let arrangement = NoteTracker.Arrangement(
            muted: playback.silenced,
            soloed: playback.soloed,
            transpose: playback.semitones
        )
        publish(
            cues.advanceNotes(to: passed.frame, of: piece, loop: loop, arrangement, wanted) {
                heard(passed.engineFrame(ofPassed: $0))
            }
        )
    }

    /// Publishes notes; subscribers are told how many were left out.
    private func publish(_ notes: CueWatch.Notes) {
        for event in notes.events { reporter.publish(event) }
        if notes.omitted > 0 { reporter.drop(notes.omitted, of: .note) }
    }

    /// Reports the cues that are left of a piece that has ended.
    ///
    /// - Parameters:
    ///   - piece: The piece.
    ///   - engineFrame: The engine frame of the end.
    func reportLastCues(of piece: LoadedPiece, endingAt engineFrame: Int64) {
        guard wantsCues else { return }
        let passed = playback.passedEnd(at: engineFrame)
        let events = cues.finish(piece, wanted) { frame in
            passed.flatMap { heard($0.engineFrame(ofPassed: frame)) }
        }
        for event in events { reporter.publish(event) }
        publish(
            cues.finishNotes(piece, wanted) { frame in
                passed.flatMap { heard($0.engineFrame(ofPassed: frame)) }
            }
        )
    }

    /// Reports the tempo, which was changed, at the position of playback or of the change.
    func reportTempo() {
        guard state == .playing, wanted.contains(.tempo), let piece else { return }
        let frame = playback.exactFrame ?? frame
        let position = TransportPosition(atFrame: frame, in: piece.sequence, rate: rate)
        let tempo = piece.sequence.tempoMap.beatsPerMinute(atTick: position.ticks)
        let time = playback.passedFrames.flatMap { heard($0.engineFrame(ofComing: frame)) }
        reporter.publish(.tempo(tempo, PassedPosition(position, heard: time)))
    }

    /// The position of playback with the time at which it is heard; `nil` if nothing is loaded.
    func positionEvent() -> DaemonEvent? {
        guard state == .playing, let piece, let passed = playback.passedFrames else {
            return position().map { .position($0) }
        }
        return .position(
            TransportPosition(atFrame: passed.frame, in: piece.sequence, rate: rate),
            heard: heard(passed.engineFrame(ofPassed: passed.frame))
        )
    }

    /// The time at which an engine frame leaves the device, in seconds of `CLOCK_MONOTONIC`, exact to
    /// a microsecond; `nil` if it is not known.
    private func heard(_ engineFrame: Int64) -> Double? {
        engine.clock.time(ofFrame: engineFrame).map { Double($0 / 1_000) / 1e6 }
    }

    // MARK: Scheduled commands

    /// Schedules a command for a position.
    ///
    /// - Parameters:
    ///   - command: The command's name.
    ///   - timing: The precision.
    ///   - position: The position.
    ///   - changesLoop: Whether it changes the part that is repeated.
    ///   - onCancel: Called if it is cancelled.
    ///   - perform: Carries the command out.
    /// - Returns: The scheduled command.
    /// - Throws: Status 66 if nothing is loaded, 64 for a position that does not exist or has been
    ///   passed, 75 if too many wait.
    func schedule(
        _ command: String,
        _ timing: Timing,
        at position: Position,
        changesLoop: Bool = false,
        onCancel: @escaping () -> Void = {},
        _ perform: @escaping () throws(RequestError) -> Outcome
    ) throws(RequestError) -> ScheduledCommands.Action {
        let piece = try loadedPiece()
        let frame = try frame(of: position, in: piece)
        let action = try scheduled.schedule(
            command,
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
