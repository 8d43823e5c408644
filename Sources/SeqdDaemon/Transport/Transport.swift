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
    /// The settings of the daemon's options and configuration.
    var settings: TransportSettings

    // MARK: Sound

    let devices: AudioDevices
    let inputs: LiveInputs
    /// The sound files that are rendered in the background.
    let jobs: RenderJobs
    /// The recording of what comes in on the live inputs.
    let recording: LiveRecording

    // MARK: Playing

    /// The gain, the strips and the effects.
    let mixer: DaemonMixer
    /// The SoundFonts, the rack and the samplers.
    let instruments: DaemonInstruments
    /// Plays the queue.
    let player: QueuePlayer
    /// The controllers that send commands, and what else the inputs' messages are for.
    let controllers: InputWatch

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
        let queue = FileQueue(for: run, loader, PlaylistFolder(settings.playlists, reporter))
        mixer = DaemonMixer(run, gain: settings.gain, settings.effects)
        devices = AudioDevices(audio, loader, run, OutputTaps(engine, sound.taps, reporter))
        jobs = RenderJobs(reporter, loader, mixer)
        let controls = PlayControls(of: run, queue, on: devices, inputs: engine.inputs)
        recording = LiveRecording(of: run, inputs: engine.inputs, settings.policy)
        self.settings = settings
        inputs = LiveInputs(
            engine.inputs,
            sampleFaults: engine.inputSampleFaults.map(\.description),
            push: engine.play
        )
        for fault in inputs.sampleFaults { logger.warning("\(fault)") }
        let controllers = InputWatch(inputs, for: controls)
        self.controllers = controllers
        instruments = DaemonInstruments(for: run, queue, inputs, mixer, rack: settings.rack)
        player = QueuePlayer(controls, with: instruments)
        player.onEnd = { [recording] in recording.endOfPiece() }
        controls.onInterestChange = { [weak controllers] in controllers?.watch() }
        run.loss = { [weak devices] in devices?.loss }
        devices.onChange = { [weak self] in self?.updateOutput() }
        run.onReport = { [weak self] in
            self?.controls.watchPractice()
            self?.devices.watchClock()
        }
    }

    /// The options that clients can change: the gain in dB, and the SoundFonts.
    var soundOptions: (gain: Double, fonts: [SoundFontReference]) {
        (settings.gain, settings.sampler.fonts)
    }

    /// The state of playback, its cues and its scheduled commands.
    var run: PlayRun { player.run }
    /// Starting, pausing, seeking, and the settings of playback.
    var controls: PlayControls { player.controls }
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
        try devices.start { [weak self] in
            EventLoop.execute { [weak self] in self?.takeReports() }
        }
        try recording.start(settings.capture)
        inputs.onRulesChange = { [weak run] in run?.onChange() }
        try inputs.start(live, engine.input, engine.midiOut, recording: recording.queue) {
            [weak self] in
            EventLoop.execute { [weak self] in self?.updatePorts() }
        }
        logSequencer(live)
        updatePorts()
        updateOutput()
        if let source = settings.follow { try controls.follow(source) }
        for control in settings.controls { _ = try controllers.map(control, role: .admin) }
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
        controls.end()
        controllers.stop()
        devices.stop()
        inputs.close()
        // All of them report to the loop.
        let ends = [
            EventLoop.begin { [self] in await endSound() },
            EventLoop.begin { [recording] in await recording.end() },
            EventLoop.begin { [jobs] in await jobs.end() },
            EventLoop.begin { [player] in await player.queue.end() },
        ]
        for end in ends { _ = await end.outcome }
    }

    private func endSound() async {
        await devices.end()
        // What is left is due within the buffer of the device.
        inputs.finishOutputs()
        await devices.taps.end()
    }
}
