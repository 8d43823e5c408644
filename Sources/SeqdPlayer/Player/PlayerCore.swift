import Dispatch
import Platform
import Playback
import SamplerHost
import Sequencer
import Synchronization

/// The state of a player: the engine, its `PiecePlayer`, and the listeners.
///
/// It is shared by the player, by a task that looks at it while something sounds and, for a file,
/// by the audio thread. Everything that changes is behind one lock, whose owner is the engine's
/// controlling thread.
final class PlayerCore: @unchecked Sendable {
    /// The state of playing.
    enum Phase {
        /// Nothing sounds.
        case idle
        case playing
        case paused
        /// Nothing plays, and the sound fades.
        case fading
        /// The engine has ended: after an error, or with a complete file.
        case over(PlaybackError?)
    }

    let piece: LoadedPiece
    let listeners = PlayerListeners()
    let playback: PiecePlayer
    private let output: SoundOutput
    private let sink: any PeriodSink
    private let lock = Mutex(())

    var phase = Phase.idle
    var gain: Double
    var isMuted = false
    /// The gain that the engine has been given.
    private var givenGain: Double
    /// The position at which playing resumes after a pause, if it was changed.
    var pausePosition: Int64?
    /// Whether settings were changed in a pause.
    var isStale = false
    private var enginePause: EnginePause?
    private let countIn: CountIn?
    private var thread: AudioThread?
    private var ticker: Task<Void, Never>?
    private var isClosed = false
    private var waiters: [CheckedContinuation<Void, any Error>] = []
    private var cues: CueTracker
    private var notes: NoteTracker

    /// The time between two polls of the engine.
    private static let interval = Duration.milliseconds(10)

    /// Makes the core of a player.
    init(
        _ file: PieceFile,
        _ settings: PlaySettings,
        _ output: SoundOutput,
        _ sound: SoundSettings
    ) throws(PlaybackError) {
        try Self.check(settings, of: file)
        let sound = try sound.resolved()
        let open = try OpenOutput(output, sound)
        sink = open.sink
        self.output = output
        gain = settings.gain
        givenGain = settings.gain
        countIn = settings.countIn.map { CountIn(bars: $0) }
        var engine = sound.engine(for: open, gain: settings.gain, isRealTime: output.isDevice)
        engine.isRealTime = !output.isFile
        engine.variSpeed = settings.variSpeed.factor
        if !output.isFile { engine.sleepsAfter = max(open.rate / 10, 1) }
        do throws(PlaybackError) {
            piece = try PlayerPiece.load(file, settings, for: engine)
            playback = PiecePlayer(Engine(engine))
            try Self.installMetronome(settings, on: playback.engine)
        } catch {
            open.sink.abandon()
            throw error
        }
        cues = CueTracker(rate: open.rate)
        notes = NoteTracker(rate: open.rate)
        playback.speed = settings.speed
        playback.variSpeed = settings.variSpeed
        playback.semitones = settings.transpose
        playback.chasesNotes = settings.chasesNotes
        playback.isMetronomeOn = settings.hasMetronome
        playback.load(piece)
        switch settings.loop {
        case .whole: playback.loop = .whole
        case .file: playback.loop = .file
        case .off, .between: break
        }
        playback.loopCount = settings.loopCount
        playback.locate(at: piece.start)
        // It is not held before it is needed.
        try PlaybackError.catching { () throws(HostError) in try sink.pause() }
    }

    /// Refuses settings that are out of range.
    private static func check(
        _ settings: PlaySettings,
        of file: PieceFile
    ) throws(PlaybackError) {
        guard Player.gains.contains(settings.gain) else {
            throw PlaybackError(
                .usage,
                "\(file.name): gain \(settings.gain) dB: expected -60 to 24 dB"
            )
        }
        if let count = settings.loopCount { try checkLoopCount(count, file.name) }
        if let problem = settings.paceProblem {
            throw PlaybackError(.usage, "\(file.name): \(problem)")
        }
    }

    /// Refuses a speed and a vari-speed that are no speed together.
    func check(_ speed: Speed, _ variSpeed: Speed, _ name: String) throws(PlaybackError) {
        var settings = PlaySettings()
        (settings.speed, settings.variSpeed) = (speed, variSpeed)
        if let problem = settings.paceProblem { throw PlaybackError(.usage, "\(name): \(problem)") }
    }

    static func checkLoopCount(_ count: Int, _ name: String) throws(PlaybackError) {
        guard count < 1 else { return }
        throw PlaybackError(.usage, "\(name): loop count \(count): expected 1 or more")
    }

    private static func installMetronome(
        _ settings: PlaySettings,
        on engine: Engine
    ) throws(PlaybackError) {
        guard settings.hasMetronome || settings.countIn != nil else { return }
        try PlaybackError.catching { () throws(HostError) in
            let rack = try SamplerRack(
                metronome: engine.settings.sampler,
                rate: engine.settings.rate,
                maximumPeriod: engine.settings.maximumPeriod
            )
            _ = engine.installMetronome(rack)
        }
    }

    var engine: Engine { playback.engine }

    /// Does something as the engine's controlling thread.
    func locked<Value: Sendable, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try lock.withLock { _ throws(Failure) in try body() }
    }

    // MARK: Playing, with the lock held

    /// Starts, or resumes after a pause.
    func start() throws(PlaybackError) {
        switch phase {
        case .playing: return
        case .over(let failure):
            throw failure
                ?? PlaybackError(
                    .usage,
                    "\(piece.piece.name): the sound file is complete; "
                        + "make another player for another file"
                )
        case .paused: try resume()
        case .idle, .fading: try begin(at: playback.resumePosition)
        }
        send(.started)
        startTicker()
    }

    private func begin(at frame: Int64) throws(PlaybackError) {
        if thread == nil {
            try PlaybackError.catching { () throws(HostError) in try sink.resume() }
        }
        try place(at: frame, countIn: countIn)
        phase = .playing
        applyGain()
        guard thread == nil else { return }
        // A device must not wait: a task looks at what plays.
        let isFile = output.isFile
        let betweenPeriods: @Sendable () -> Void = { [weak self] in
            if isFile { self?.stepBetweenPeriods() }
        }
        let onEnd: @Sendable () -> Void = { [weak self] in self?.engineEnded() }
        do throws(HostError) {
            thread = try AudioThread(
                running: engine,
                into: sink,
                realTime: output.isDevice,
                onEnd: onEnd,
                betweenPeriods: betweenPeriods
            )
        } catch {
            end(PlaybackError(error))
            throw PlaybackError(error)
        }
    }

    /// Plays from a position on.
    private func place(
        at frame: Int64,
        cutsVoices: Bool = false,
        countIn: CountIn? = nil
    ) throws(PlaybackError) {
        let hasRoom = playback.start(
            at: frame,
            isLast: output.isFile,
            cutsVoices: cutsVoices,
            countIn: countIn
        )
        guard hasRoom else {
            // Nothing plays any more, and what sounds fades.
            switch phase {
            case .playing, .paused: phase = .fading
            case .idle, .fading, .over: break
            }
            startTicker()
            throw PlaybackError(.busy, "\(piece.piece.name): too many samplers still sounding")
        }
        cues.restart(at: frame, of: piece)
        notes.restart(at: frame, of: piece)
    }

    private func resume() throws(PlaybackError) {
        var failure: PlaybackError?
        let (position, isStale) = (pausePosition, isStale)
        (pausePosition, self.isStale) = (nil, false)
        phase = .playing
        enginePause.take()?.resume {
            applyGain()
            if let position {
                do throws(PlaybackError) {
                    try place(at: position, cutsVoices: true)
                } catch {
                    failure = error
                }
            } else if isStale {
                playback.apply(isLast: output.isFile)
            }
        }
        if let failure { throw failure }
    }

    /// Pauses what plays; what sounds continues when it is resumed.
    func pause() {
        guard case .playing = phase else { return }
        guard let pause = engine.pause() else { return }
        enginePause = consume pause
        step()
        guard case .playing = phase else {
            // It has ended meanwhile: its last notes fade.
            enginePause.take()?.resume()
            startTicker()
            return
        }
        phase = .paused
        send(.paused)
    }

    /// Stops, and goes back to the start.
    func stop() {
        switch phase {
        case .over, .fading: return
        case .idle:
            playback.locate(at: piece.start)
        case .playing, .paused:
            for event in notes.release().events { send(event) }
            enginePause.take()?.resume { playback.cut() }
            if output.isFile { engine.stop() } else { playback.halt() }
            (pausePosition, isStale) = (nil, false)
            playback.locate(at: piece.start)
            phase = .fading
            send(.stopped)
            startTicker()
        }
    }

    /// Goes to a position.
    func seek(to frame: Int64) throws(PlaybackError) {
        switch phase {
        case .playing: try place(at: frame)
        case .paused: pausePosition = frame
        case .idle, .fading, .over: playback.locate(at: frame)
        }
        sendPosition(frame)
    }

    /// Applies changed settings to what plays.
    func apply() {
        switch phase {
        case .playing: playback.apply(isLast: output.isFile)
        case .paused: isStale = true
        case .idle, .fading, .over: break
        }
    }

    /// Gives the engine the gain, if it reads commands now; if not, when it plays again.
    func applyGain() {
        switch phase {
        case .idle, .paused, .over: return
        case .playing, .fading: break
        }
        let wanted = isMuted ? -.infinity : gain
        guard wanted != givenGain else { return }
        givenGain = wanted
        engine.setGain(wanted)
    }

    /// The nominal frame that is played, or at which playing resumes.
    var position: Int64 { pausePosition ?? playback.position }

    // MARK: Looking at what plays

    /// Takes the engine's reports, and tells the listeners what was passed.
    func step() {
        for report in engine.takeReports() {
            switch playback.handle(report) {
            case .ended?: pieceEnded()
            case .followed?, .refused?, nil: break
            }
        }
        _ = engine.takeReleasedRacks()
        if case .playing = phase { tell() }
        if case .fading = phase, !output.isFile, engine.isAsleep {
            phase = .idle
            wakeWaiters(nil)
        }
    }

    private func tell() {
        guard let frame = playback.audiblePosition else { return }
        let loop = playback.loopedFrames(of: piece)
        let passage = notes.advance(
            to: frame,
            of: piece,
            loop: loop,
            NoteTracker.Arrangement(
                muted: playback.silenced,
                soloed: playback.soloed,
                transpose: playback.semitones
            )
        )
        for event in passage.events { send(event) }
        for event in cues.advance(to: frame, of: piece, loop: loop) { send(event) }
        sendPosition(frame)
    }

    private func pieceEnded() {
        for event in notes.finish(piece).events { send(event) }
        for event in cues.finish(piece) { send(event) }
        phase = .fading
        send(.ended, at: piece.endFrame(rate: playback.rate))
    }

    /// The audio thread's: another thread that has the lock may be waiting for this one.
    private func stepBetweenPeriods() {
        _ = lock.withLockIfAvailable { _ in step() }
    }

    /// The audio thread's last call.
    private func engineEnded() {
        // Not here: who joins the thread must not be the thread.
        Task { [weak self] in self?.finishThread() }
    }

    private func finishThread() {
        locked {
            guard let ended = thread.take() else { return }
            step()
            do throws(HostError) {
                try ended.join()
                end(nil)
            } catch {
                end(PlaybackError(error))
            }
        }
        listeners.finish()
    }

    private func end(_ failure: PlaybackError?) {
        phase = .over(failure)
        wakeWaiters(failure)
    }

    // MARK: Waiting

    /// Adds one that waits until nothing sounds.
    func wait(_ waiter: CheckedContinuation<Void, any Error>) {
        switch phase {
        case .idle: waiter.resume()
        case .over(let failure?): waiter.resume(throwing: failure)
        case .over(nil): waiter.resume()
        case .playing, .paused, .fading: waiters.append(waiter)
        }
    }

    private func wakeWaiters(_ failure: PlaybackError?) {
        for waiter in waiters {
            if let failure { waiter.resume(throwing: failure) } else { waiter.resume() }
        }
        waiters = []
    }

    /// Polls the engine every 10 ms while something sounds.
    private func startTicker() {
        guard ticker == nil, !output.isFile else { return }
        ticker = Task.detached { [weak self] in
            while self?.tick() == true { try? await Task.sleep(for: Self.interval) }
        }
    }

    /// Looks at what plays; whether to look again.
    private func tick() -> Bool {
        locked {
            step()
            switch phase {
            case .playing, .fading:
                if !isClosed { return true }
            case .idle, .paused, .over:
                break
            }
            ticker = nil
            return false
        }
    }

    /// Ends the sound, when the player is freed.
    func close() {
        locked {
            isClosed = true
            enginePause.take()?.resume { playback.cut() }
            if output.isFile { engine.cancel() } else { engine.stop() }
            guard let ended = thread.take() else { return sink.abandon() }
            // Its sound fades meanwhile.
            DispatchQueue.global().async { try? ended.join() }
        }
        listeners.finish()
    }
}
