import ControlProtocol
import Playback
import SamplerHost
import Sequencer
import Synchronization

/// The controls of playback: starting, pausing, seeking, the settings, practice, and the source that
/// is followed.
@EventLoop
final class PlayControls {
    /// The playback.
    let run: PlayRun
    /// The files that are played.
    let queue: FileQueue
    private let devices: AudioDevices
    /// The number of live inputs.
    let inputs: Int
    /// Looks at practice and the ramp of speeds.
    private let practiceTimer = LoopTimer(every: .nanoseconds(PiecePlayer.practiceInterval))
    /// The speed on its way, and its timer; see `setSpeed`.
    var speedMove: SpeedMove?
    let speedTimer = LoopTimer(every: .milliseconds(10))
    /// The vari-speed on its way, and what lets the tempo follow it; see `setVariSpeed`.
    var variSpeedMove: VariSpeedMove?
    let variSpeedTimer = LoopTimer(every: .milliseconds(10))
    /// Lets a position be heard that is moved by hand; see `scrub`.
    let scrubTimer = LoopTimer(every: .nanoseconds(PiecePlayer.scrubInterval))
    /// Called when other messages of the live inputs are wanted than before.
    var onInterestChange: () -> Void = {}

    /// Makes the controls of a queue's playback on devices, beside a number of live inputs.
    init(of run: PlayRun, _ queue: FileQueue, on devices: AudioDevices, inputs: Int) {
        self.run = run
        self.queue = queue
        self.devices = devices
        self.inputs = inputs
    }

    /// The player.
    var playback: PiecePlayer { run.playback }

    /// Pauses playback; live inputs continue to sound.
    func pause() {
        devices.notePause(byLoss: false)
        run.following.hold()
        guard run.state == .playing else { return }
        playback.pausePractice(at: LiveQueue.now)
        playback.pause()
        run.enter(.paused, .paused)
    }

    /// Stops, and returns to the start of the piece.
    func stop() {
        endScrub()
        run.scheduled.cancel(because: "playback was stopped")
        run.following.hold()
        guard run.state != .stopped else { return }
        endPracticeOfPiece()
        rewind()
        run.report(.stopped)
    }

    /// Stops the engine at the start of the piece.
    private func rewind() {
        playback.halt()
        playback.locate(at: 0)
        run.enter(.stopped)
    }

    /// Starts the loaded piece at a nominal frame, and reports a failure that no answer reports.
    func begin(at frame: Int64, _ change: TransportChange.Change, _ countIn: CountIn? = nil) {
        do throws(RequestError) {
            try start(at: frame, change, countIn)
        } catch {
            run.reporter.report(error, file: run.path)
        }
    }

    /// Starts the loaded piece at a nominal frame; `chasesNotes` restarts notes held there even if the
    /// setting is off.
    ///
    /// - Throws: Status 75 if too many samplers still sound; it is stopped then.
    func start(
        at frame: Int64,
        _ change: TransportChange.Change,
        _ countIn: CountIn? = nil,
        chasesNotes: Bool = false
    ) throws(RequestError) {
        guard run.piece != nil else { return }
        endScrub()
        queue.begin()
        guard !run.following.isOn || run.following.isStarting else {
            return try waitForSource(at: frame)
        }
        guard playback.start(at: frame, countIn: countIn, chasesNotes: chasesNotes) else {
            rewind()
            run.report(.stopped)
            throw RequestError(.busy, "too many samplers still sounding; try again")
        }
        run.enter(.playing)
        takeRampSpeed()
        // A piece that had ended plays once more.
        queue.setOverdue(false)
        run.restartCues(at: frame)
        run.scheduled.restart(at: frame)
        run.report(change)
        queue.prepareNext()
    }

    /// Ends what plays, and waits at a nominal frame of another piece.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - load: Loads the piece.
    func load(at frame: Int64, _ load: () -> Void) {
        devices.notePause(byLoss: false)
        endScrub()
        if playback.isUnderWay { playback.halt() }
        run.following.hold()
        load()
        queue.begin()
        playback.locate(at: frame)
        run.enter(.paused, .located)
    }

    /// Goes to a nominal frame of the loaded piece.
    ///
    /// - Throws: `usage` while a source is followed.
    func seek(to frame: Int64) throws(RequestError) {
        try run.following.checkIsOff()
        if run.state == .playing {
            try start(at: frame, .located)
        } else {
            endScrub()
            queue.begin()
            playback.locate(at: frame)
            if run.state == .stopped { run.enter(.paused) }
            run.report(.located)
        }
    }

    // MARK: Settings

    /// Sets the speed.
    ///
    /// - Parameters:
    ///   - speed: The speed.
    ///   - frames: The frames over which it moves there; 0 for at once.
    func setSpeed(_ speed: Speed, over frames: Int = 0) {
        // Cues up to here are heard at the old speed.
        run.reportCues()
        run.set(\.speed, speed)
        playback.setRamp(nil)
        endSpeedMove()
        guard !run.following.isOn else { return }
        guard frames > 0 else {
            playback.speed = speed
            return applySettings()
        }
        run.report(.changed)
        beginSpeedMove(to: speed, over: frames)
    }

    /// Sets the tempo of all pieces; `nil` for the files' own.
    ///
    /// - Parameters:
    ///   - tempo: The tempo.
    ///   - frames: The frames over which it moves there; where a source is followed, and without a
    ///     piece, it is there at once.
    func setTempo(_ tempo: Tempo?, over frames: Int = 0) {
        // Cues up to here are at the old tempo; ticks are the same at the new one.
        run.reportCues()
        run.set(\.tempo, tempo)
        if frames > 0, !run.following.isOn, let old = run.beatsPerMinute(of: run.piece),
            let new = run.beatsPerMinute(of: run.piece?.at(run.arrangement.tempo, rate: run.rate))
        {
            beginTempoMove(by: old / new, over: frames)
        } else if let move = speedMove, move.isOfTempo {
            endSpeedMove()
            playback.speed = move.end
        }
        queue.forgetNext()
        let before = run.piece
        playback.setTempo(run.arrangement.tempo)
        run.moveScheduled(from: before)
        settleLoop()
        applySettings()
        if run.piece !== before { run.reportTempo() }
    }

    /// Brings the files that are loaded from now on to a level; `nil` leaves them at their own.
    func setLevel(_ level: Normalization?) {
        queue.loader.level = level
        queue.forgetNext()
        applySettings()
    }

    func setChasesNotes(_ isOn: Bool) {
        run.set(\.chasesNotes, isOn)
        playback.chasesNotes = isOn
        run.report(.changed)
    }

    func transpose(_ semitones: Int) {
        run.set(\.transpose, semitones)
        queue.loader.transpose.store(semitones, ordering: .relaxed)
        playback.semitones = semitones
        applySettings()
    }

    /// Continues to play with the settings as they are now.
    func applySettings() {
        playback.apply()
        if run.state == .playing { queue.prepareNext() }
        run.report(.changed)
    }

    // MARK: The loop

    /// Sets the part that is repeated; playback outside of it goes to its start.
    ///
    /// - Parameters:
    ///   - setting: The part.
    ///   - count: The number of times that it is played; `nil` for ever.
    /// - Throws: Status 64 for positions that do not exist, and for a loop that is too short.
    func setLoop(_ setting: LoopSetting, count: Int? = nil) throws(RequestError) {
        guard case .between(let positions) = setting else {
            run.set(\.loop, setting)
            run.set(\.loopCount, count)
            playback.loopCount = count
            playback.loop = setting == .whole ? .whole : setting == .file ? .file : .off
            applySettings()
            return
        }
        let piece = try run.loadedPiece()
        let range = try run.frames(of: positions, in: piece)
        playback.loop = .between(range)
        playback.loopCount = count
        run.set(\.loopCount, count)
        let fixed = PositionRange(
            from: fixed(positions.from, at: range.lowerBound, in: piece),
            to: fixed(positions.to, at: range.upperBound, in: piece)
        )
        run.set(\.loop, .between(fixed))
        // A command that waits is done before playback is there.
        if run.state == .playing, !range.contains(playback.exactFrame ?? playback.position) {
            try self.start(at: range.lowerBound, .located)
        } else {
            if run.state != .playing, !range.contains(playback.resumePosition) {
                playback.locate(at: range.lowerBound)
            }
            applySettings()
        }
    }

    /// A position that does not move with playback, unlike `next-bar`.
    private func fixed(_ position: Position, at frame: Int64, in piece: LoadedPiece) -> Position {
        switch position {
        case .nextBar, .nextBeat:
            let text = run.position(atFrame: frame, in: piece).text
            return (try? Position(parsing: text)) ?? position
        default:
            return position
        }
    }

    /// Switches the loop off if another version does not have it.
    func settleLoop() {
        if playback.loop == .off { endLoop() }
    }

    /// Switches a loop between positions off: they are those of one piece.
    func endLoop() {
        guard case .between = run.settings.loop else { return }
        run.set(\.loop, .off)
        run.set(\.loopCount, nil)
    }

    // MARK: Audible parts

    func mute(_ selectors: SelectorSet) throws(RequestError) {
        playback.muted.formUnion(try run.resolve(selectors, in: try run.loadedPiece()))
        applySettings()
    }

    func unmute(_ selectors: SelectorSet) throws(RequestError) {
        playback.muted.subtract(try run.resolve(selectors, in: try run.loadedPiece()))
        applySettings()
    }

    /// Makes only these parts audible; `nil` for all.
    func solo(_ selectors: SelectorSet?) throws(RequestError) {
        playback.soloed =
            try selectors.map { selectors throws(RequestError) in
                try run.resolve(selectors, in: try run.loadedPiece())
            } ?? .none
        applySettings()
    }

    // MARK: Practice

    /// Looks at practice and the ramp while something plays.
    func watchPractice() {
        let isWanted = playback.practice != nil || playback.ramp != nil
        practiceTimer.run(isWanted && run.state == .playing) { [weak self] in self?.stepPractice() }
    }

    /// Stops looking.
    func end() {
        practiceTimer.stop()
        scrubTimer.stop()
    }
}
