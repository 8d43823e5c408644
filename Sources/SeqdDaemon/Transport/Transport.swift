import ControlProtocol
import Logging
import Platform
import Playback
import SamplerHost
import Sequencer

/// The coordinator of playback in the daemon: the engine, the queue, the live inputs.
///
/// Its parts own their state, and can be made alone; it connects them.
@EventLoop
final class Transport {
    /// The state of playback, its cues and its scheduled commands.
    let run: PlayRun
    /// The settings of the daemon's options and configuration.
    var settings: TransportSettings
    /// The restored state of the current entry if that could not be loaded; `nil` otherwise.
    var unrestored: (entry: Int, state: DaemonState)?

    // MARK: Sound

    let devices: AudioDevices
    let inputs: LiveInputs
    let loader: PieceLoader
    /// The playlists that clients have saved.
    let playlists: PlaylistFolder
    /// The sound files that are rendered in the background.
    let jobs: RenderJobs
    /// The taps.
    let taps: OutputTaps
    /// The recording of what comes in on the live inputs.
    let recording: LiveRecording

    // MARK: Playing

    /// The settings of playback, for every piece.
    var playSettings = PlaySettings()
    /// The questions to the audio thread what sounds, by their numbers.
    var surveys: [Int: Pending<Void>] = [:]
    /// Settled with the last change of the instruments.
    var instrumentsChange = Pending<Void>.done
    /// The gain, the strips and the effects.
    let mixer: DaemonMixer
    /// The files to be played, and the current one.
    var queue = PlayQueue()
    /// The number of entries in a row that could not be loaded.
    var failures = 0
    /// The piece after the current one.
    var nextPiece: NextPiece<LoadedPiece>
    /// The versions of the files that play and follow.
    let versions: VersionWatch
    /// The numbers of the scheduled changes of the instruments that wait.
    var scheduledChanges: [InstrumentsChange.Kind: Int] = [:]
    /// The source of time that is followed.
    let following = FollowRun()
    /// Looks at practice and the ramp of speeds.
    let practiceTimer = LoopTimer(every: .nanoseconds(PiecePlayer.practiceInterval))
    /// The controllers that send commands.
    let maps = ControllerMaps()
    /// Gives their commands; `nil` until there are handlers.
    var giver: CommandGiver?
    /// The values that clients change, as they were reported last.
    var changes = ChangeWatch()

    /// Opens the device and makes the live inputs' samplers; nothing plays yet.
    ///
    /// Reading SoundFonts takes its time, which the loop has not.
    ///
    /// - Parameters:
    ///   - settings: The settings of the daemon's sound.
    ///   - logger: The log.
    /// - Returns: The transport.
    /// - Throws: The error of a SoundFont that cannot be read.
    static func make(_ settings: TransportSettings, logger: Logger) async throws -> Transport {
        let maker = WorkerQueue("seqd-start")
        let sound = await maker.outcome(of: { try TransportSound(settings) })
        await maker.end()
        return Transport(settings, try sound.get(), logger: logger)
    }

    private init(_ settings: TransportSettings, _ sound: TransportSound, logger: Logger) {
        let reporter = Reporter(logger, settings.logLevel)
        let audio = AudioRun(sound.output, settings)
        let engine = sound.engine
        let loader = PieceLoader(
            settings.sampler,
            rate: audio.output.rate,
            maximumPeriod: engine.settings.maximumPeriod,
            hint: settings.fileHint,
            policy: settings.policy.allowing(settings.ownFiles),
            midiOutputs: settings.live.outputs
        )
        let playback = PiecePlayer(engine)
        let run = PlayRun(playback, reporter)
        self.run = run
        mixer = DaemonMixer(run, gain: settings.gain)
        devices = AudioDevices(audio, loader, run)
        self.loader = loader
        playlists = PlaylistFolder(settings.playlists)
        jobs = RenderJobs(reporter)
        taps = OutputTaps(engine, sound.taps, reporter)
        recording = LiveRecording(reporter)
        self.settings = settings
        inputs = LiveInputs(
            engine.inputs,
            sampleFaults: engine.inputSampleFaults.map(\.description),
            push: engine.play
        )
        nextPiece = NextPiece(onRelease: loader.release)
        versions = VersionWatch(onRelease: loader.releaseLater) {
            reporter.log(.warning, $0, file: $1)
        }
        for fault in inputs.sampleFaults { logger.warning("\(fault)") }
        playback.onRelease = loader.release
        playback.mayFollow = { [weak self] in self?.mayFollow($0) ?? false }
        versions.onChange = { [weak self] in self?.filesChanged($0) }
        run.entry = { [weak self] in
            guard let queue = self?.queue else { return nil }
            return queue.currentIndex.map { (queue.entries[$0].path, $0 + 1) }
        }
        run.loss = { [weak devices] in devices?.loss }
        devices.onChange = { [weak self] in self?.updateOutput() }
        run.onReport = { [weak self] in
            self?.watchPractice()
            self?.devices.watchClock()
        }
    }

    /// The options of pieces that are not set by a request.
    var pieceOptions: PlaySettings { settings.piece }
    /// The options that clients can change: the gain in dB, and the SoundFonts.
    var soundOptions: (gain: Double, fonts: [SoundFontReference]) {
        (settings.gain, settings.sampler.fonts)
    }

    /// Events, the log and the state for the service manager.
    var reporter: Reporter { run.reporter }
    /// The piece that is loaded, and its playback.
    var playback: PiecePlayer { run.playback }
    var state: DaemonStatus.State { run.state }
    /// The piece that is loaded.
    var piece: LoadedPiece? { run.piece }
    /// The engine that plays.
    var engine: Engine { run.engine }
    /// Frames per second.
    var rate: Int { run.rate }

    /// Starts the sound and the live inputs.
    ///
    /// - Parameter live: The MIDI sources.
    /// - Throws: The error of a raw source that cannot be opened, or of a thread.
    func start(_ live: LiveInputSettings) throws(RequestError) {
        taps.start()
        try devices.start { [weak self] in
            EventLoop.execute { [weak self] in self?.takeReports() }
        }
        try recording.start(settings.capture)
        recording.onChange = { [run] in run.onChange() }
        try inputs.start(live, engine.input, engine.midiOut, recording: recording.queue) {
            [weak self] in
            EventLoop.execute { [weak self] in self?.updatePorts() }
        }
        logSequencer(live)
        updatePorts()
        updateOutput()
        if let source = settings.follow { try follow(source) }
        for control in settings.controls { _ = try map(control, role: .admin) }
    }

    /// Logs that there is no sequencer: as a warning where an option needs it.
    private func logSequencer(_ live: LiveInputSettings) {
        guard let problem = inputs.sequencerProblem else { return }
        let usual = LiveInputSettings().connections
        let isNeeded =
            live.outputs > 0 || !live.connections.isEmpty && live.connections != usual
        reporter.logger.log(
            level: isNeeded ? .warning : .info,
            "\(problem)\(isNeeded ? "; MIDI ports cannot be connected" : "")"
        )
    }

    /// Fades out, releases what sounds, and gives the device back.
    func shutDown() async {
        run.stop()
        following.stop()
        practiceTimer.stop()
        maps.stop()
        devices.stop()
        inputs.close()
        // All of them report to the loop.
        let ends = [
            EventLoop.begin { [self] in await endSound() },
            EventLoop.begin { [recording] in await recording.end() },
            EventLoop.begin { [jobs] in await jobs.end() },
            EventLoop.begin { [loader] in await loader.end() },
            EventLoop.begin { [playlists] in await playlists.end() },
            EventLoop.begin { [versions] in await versions.end() },
        ]
        for end in ends { _ = await end.outcome }
    }

    private func endSound() async {
        await devices.end()
        // What is left is due within the buffer of the device.
        inputs.finishOutputs()
        await taps.end()
    }
}
