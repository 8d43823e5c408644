import ControlProtocol
import Logging
import Playback
import SamplerHost
import Sequencer

/// The state and the settings of playback, and what happens along its positions: cues that it
/// passes, and commands that wait for it.
@EventLoop
final class PlayRun {
    /// Events, the log and the state for the service manager.
    let reporter: Reporter
    /// The piece that is loaded, and its playback.
    let playback: PiecePlayer
    private(set) var state = DaemonStatus.State.stopped
    /// The settings of playback, for every piece.
    private(set) var settings = PlaySettings()
    /// The source of time that is followed.
    let following = FollowRun()
    /// The bars, beats, lyrics and so on that playback passes.
    private let cues: CueWatch
    /// The commands that wait for a position.
    let scheduled: ScheduledCommands
    /// Gets the current entry of the queue: its path, and its position from 1.
    var entry: () -> (path: String, position: Int)? = { nil }
    /// Gets the reason why the device is lost; `nil` if it is not.
    var loss: () -> String? = { nil }
    /// Called after each report of a change.
    var onReport: () -> Void = {}
    /// Called after each change of the state that outlasts the daemon.
    var onChange: () -> Void = {}

    /// Makes a run in which nothing plays.
    init(_ playback: PiecePlayer, _ reporter: Reporter) {
        self.playback = playback
        self.reporter = reporter
        cues = CueWatch(rate: playback.rate)
        scheduled = ScheduledCommands { reporter.publish($0) }
        scheduled.onFailure = { [weak self] in self?.logFailure(of: $0, $1) }
    }

    /// The engine that plays.
    var engine: Engine { playback.engine }
    /// Frames per second.
    var rate: Int { playback.rate }
    /// The piece that is loaded.
    var piece: LoadedPiece? { playback.piece }
    /// The path of the current file.
    var path: String? { entry()?.path }

    /// The changes to every sequence.
    var arrangement: Arrangement { Arrangement(tempo: following.tempo(settings.tempo)) }

    /// Stores a setting of playback for the pieces to come; the caller tells the player.
    func set<Value>(_ setting: WritableKeyPath<PlaySettings, Value>, _ value: Value) {
        settings[keyPath: setting] = value
    }

    /// The reason why a piece that is paused waits for the source; `nil` if it does not.
    var sourceWait: String? { state == .paused ? following.status?.waitText : nil }

    // MARK: State

    /// Enters a state, without a report.
    func enter(_ state: DaemonStatus.State) {
        self.state = state
    }

    /// Enters a state, and reports the change.
    func enter(_ state: DaemonStatus.State, _ change: TransportChange.Change) {
        self.state = state
        report(change)
    }

    /// Reports a change of any kind.
    func report(_ change: TransportChange.Change) {
        let entry = entry()
        reporter.publish(.transport(change, state, file: entry?.path, entry: entry?.position))
        reportServiceStatus()
        watchCues()
        watchScheduled()
        onReport()
        onChange()
    }

    /// Reports the state to the service manager.
    func reportServiceStatus() {
        reporter.update(ServiceStatus(state: state, file: path, loss: loss()))
    }

    /// Stops watching.
    func stop() {
        following.end()
        cues.stop()
        scheduled.stop()
    }

    // MARK: Cues

    private var wantsCues: Bool {
        state == .playing && !reporter.wanted.isDisjoint(with: EventType.cues)
    }

    /// Takes the types of events that clients subscribe to now.
    func subscriptionsChanged() {
        cues.subscriptionsChanged()
        watchCues()
    }

    /// Watches while something plays and any client subscribes to cues.
    private func watchCues() {
        cues.watch(wantsCues) { [weak self] in self?.reportCues() }
        if state != .playing { publish(cues.releaseNotes(of: piece, reporter.wanted)) }
    }

    /// Continues with the cues from a nominal frame at which the loaded piece starts.
    func restartCues(at frame: Int64) {
        if let piece { cues.restart(at: frame, of: piece) }
    }

    /// Continues with the cues of another version of the piece.
    func resumeCues() {
        if let piece { cues.resume(at: playback.audiblePosition, of: piece) }
    }

    /// Reports the cues that were passed since the last time.
    func reportCues() {
        guard wantsCues, let piece, let passed = playback.passedFrames else { return }
        // The first period is being written; the time of its frames is known at the next call.
        guard !engine.clock.isPending else { return }
        advanceCues(to: passed.frame, of: piece, passed)
    }

    /// Reports the cues up to a nominal frame.
    private func advanceCues(to frame: Int64, of piece: LoadedPiece, _ passed: PassedFrames?) {
        let loop = playback.loopedFrames(of: piece)
        let arrangement = NoteTracker.Arrangement(
            muted: playback.silenced,
            soloed: playback.soloed,
            transpose: playback.semitones
        )
        publish(
            cues.advance(to: frame, of: piece, loop: loop, arrangement, reporter.wanted) { frame in
                passed.flatMap { heard($0.engineFrame(ofPassed: frame)) }
            }
        )
    }

    /// Publishes cues; subscribers are told how many notes were left out.
    private func publish(_ passed: CueWatch.Passed) {
        for event in passed.events { reporter.publish(event) }
        if passed.omitted > 0 { reporter.drop(passed.omitted, of: .note) }
    }

    /// Reports the tempo, which was changed, at the position of playback or of the change.
    func reportTempo() {
        guard state == .playing, reporter.wanted.contains(.tempo), let piece else { return }
        guard let tempo = beatsPerMinute(of: piece) else { return }
        let frame = playback.exactFrame ?? playback.position
        let position = position(atFrame: frame, in: piece)
        let time = playback.passedFrames.flatMap { heard($0.engineFrame(ofComing: frame)) }
        reporter.publish(.tempo(tempo, PassedPosition(position, heard: time)))
    }

    /// The engine frame at which a command takes effect: that of its position, or the next one.
    var commandFrame: Int64 {
        engine.framesRendered + Int64(playback.secondsUntilExactFrame * Double(rate))
    }

    /// The tempo of the piece, or of another version of it, where it is, without the speed.
    func beatsPerMinute(of version: LoadedPiece?) -> Double? {
        guard let piece, let version else { return nil }
        let frame = playback.exactFrame ?? playback.position
        let tick = piece.sequence.tempoMap.tick(atFrame: frame, rate: rate)
        return version.sequence.tempoMap.beatsPerMinute(atTick: tick)
    }

    /// The time at which an engine frame leaves the device, in seconds of `CLOCK_MONOTONIC`, exact to
    /// a microsecond; `nil` if it is not known.
    func heard(_ engineFrame: Int64) -> Double? {
        engine.clock.time(ofFrame: engineFrame).map { Double($0 / 1_000) / 1e6 }
    }

    /// Reports the cues and carries out the commands at the last frames of a piece, if it ends with a
    /// report of the engine: before the piece is released.
    func finishPiece(endedBy report: EngineReport) {
        guard state == .playing, let end = playback.end(in: report), let piece else { return }
        let passed = playback.passedEnd(at: end.engineFrame)
        if wantsCues, end.fades {
            advanceCues(to: end.frame, of: piece, passed)
            publish(cues.releaseNotes(of: piece, reporter.wanted))
        } else if wantsCues {
            publish(
                cues.finish(piece, reporter.wanted) { frame in
                    passed.flatMap { heard($0.engineFrame(ofPassed: frame)) }
                }
            )
        }
        performScheduled(endedAt: end.frame)
    }

    // MARK: Scheduled commands

    /// The commands that wait, as `status` lists them.
    var waiting: [DaemonStatus.Waiting] {
        guard let piece else { return [] }
        return scheduled.waiting.map { action in
            DaemonStatus.Waiting(
                action: action.number,
                command: action.command,
                position: position(atFrame: action.frame, in: piece).text,
                due: action.frame
            )
        }
    }

    /// Schedules a command for a position of the loaded piece, and watches for it.
    ///
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
        let frame = try frame(of: position, in: try loadedPiece())
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

    /// Keeps scheduled commands at their beats when another version of the music plays.
    func moveScheduled(from before: LoadedPiece?) {
        guard let before, let piece, piece !== before else { return }
        scheduled.move { piece.sameFrame($0, of: before, rate: rate) }
    }

    /// Watches while something plays and a command waits.
    private func watchScheduled() {
        scheduled.watch(isPlaying: state == .playing) { [weak self] in self?.performScheduled() }
    }

    private func performScheduled(endedAt end: Int64? = nil) {
        scheduled.performDue(in: playback, endedAt: end)
        watchScheduled()
    }

    private func logFailure(of action: ScheduledCommands.Action, _ failure: RequestError) {
        let position = piece.map { self.position(atFrame: action.frame, in: $0).text }
        let file = path.map { "\($0): " } ?? ""
        reporter.logger.warning(
            "\(file)\(action.command) at \(position ?? "its position"): \(failure.message)"
        )
    }
}
