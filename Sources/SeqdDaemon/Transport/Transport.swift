import Clips
import ControlProtocol
import Logging
import Platform
import Playback
import SamplerHost
import Sequencer

/// The coordinator of playback in the daemon: the engine, the queue, the live inputs.
///
/// Its parts own their state; it connects them.
@EventLoop
final class Transport {
    /// The settings of the daemon's options and configuration.
    private(set) var settings: TransportSettings

    // MARK: Sound

    let devices: AudioDevices
    let inputs: LiveInputs
    /// The sound files that are rendered in the background.
    let jobs: RenderJobs
    /// The recording of what comes in on the live inputs.
    let recording: LiveRecording

    // MARK: Playing

    /// The leader of JACK's transport.
    let lead: LeadRun
    /// The gain, the strips and the effects.
    let mixer: DaemonMixer
    /// The clips that clients play.
    let clips: DaemonClips
    /// The SoundFonts, the rack and the samplers.
    let instruments: DaemonInstruments
    /// The scenes.
    let scenes: DaemonScenes
    /// Plays the queue.
    let player: QueuePlayer
    /// The controllers that send commands, and what else the inputs' messages are for.
    let controllers: InputWatch

    /// Opens the device and makes the live inputs' samplers; nothing plays yet.
    ///
    /// Reading SoundFonts takes its time, which the loop has not.
    ///
    /// - Throws: The error of a SoundFont that cannot be read.
    static func make(_ settings: TransportSettings, logger: Logger) async throws -> Transport {
        let maker = WorkerQueue("seqd-start")
        let sound = await maker.outcome(of: { try TransportSound(settings) })
        await maker.end()
        return Transport(settings, try sound.get(), logger: logger)
    }

    private init(_ settings: TransportSettings, _ sound: TransportSound, logger: Logger) {
        let reporter = Reporter(logger, settings.logLevel)
        let engine = sound.engine
        let loader = PieceLoader(
            settings.sampler,
            rate: sound.output.rate,
            maximumPeriod: engine.settings.maximumPeriod,
            hint: settings.fileHint,
            policy: settings.policy.allowing(settings.ownFiles),
            midiOutputs: settings.live.outputs,
            loudness: PieceLoudness(
                engine.settings,
                cache: settings.loudnessFolder.map { folder in
                    LoudnessCache(folder: folder) { logger.warning("\($0)") }
                },
                onFailure: { logger.warning("\($0)") }
            )
        )
        loader.level = settings.level
        let run = PlayRun(PiecePlayer(engine), reporter)
        lead = LeadRun(run)
        let queue = FileQueue(for: run, loader, PlaylistFolder(settings.playlists, reporter))
        clips = DaemonClips(run, settings.policy)
        mixer = DaemonMixer(run, gain: settings.gain, settings.effects)
        devices = AudioDevices(sound, settings, loader, run)
        jobs = RenderJobs(reporter)
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
        scenes = DaemonScenes(instruments, mixer, controllers)
        player = QueuePlayer(controls, with: instruments)
        player.onEnd = { [recording] in recording.endOfPiece() }
        controls.onInterestChange = { [weak controllers] in controllers?.watch() }
        run.loss = { [weak devices] in devices?.loss }
        devices.onChange = { [weak self] in self?.updateOutput() }
        run.onReport = { [weak self] in
            self?.controls.watchPractice()
            self?.devices.watchClock()
            self?.lead.update()
        }
        inputs.onRulesChange = { [weak run] in run?.onChange() }
    }

    /// The state of playback, its cues and its scheduled commands.
    var run: PlayRun { player.run }
    /// The files to be played, and the piece that follows.
    var queue: FileQueue { player.queue }
    /// Starting, pausing, seeking, and the settings of playback.
    var controls: PlayControls { player.controls }
    /// Events, the log and the state for the service manager.
    var reporter: Reporter { run.reporter }
    /// The piece that is loaded.
    var piece: LoadedPiece? { run.piece }

    /// Starts the sound and the live inputs.
    ///
    /// - Parameter live: The MIDI sources.
    /// - Throws: The error of a raw source that cannot be opened, or of a thread.
    func start(_ live: LiveInputSettings) throws(RequestError) {
        try devices.start { [weak self] in
            EventLoop.execute { [weak self] in self?.takeReports() }
        }
        SampleStream.shared.onShortage { [weak self] shortage in
            EventLoop.execute { [weak self] in self?.report(shortage) }
        }
        try RequestError.catching { () throws(HostError) in try ClipStream.shared.start() }
        ClipStream.shared.onReport { [weak self] report in
            EventLoop.execute { [weak self] in
                self?.reporter.report(RequestError(.io, "\(report)"), file: report.path, .warning)
            }
        }
        try recording.start(settings.capture)
        try inputs.start(live, run.engine.input, run.engine.midiOut, recording: recording.queue) {
            [weak self] in
            EventLoop.execute { [weak self] in self?.updatePorts() }
        }
        logSequencer(live)
        updatePorts()
        updateOutput()
        if let source = settings.follow { try controls.follow(source) }
        if settings.leadsTransport {
            try RequestError.catching { () throws(HostError) in try lead.start() }
            run.following.leadsJACK = true
        }
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
        lead.end()
        controls.end()
        controllers.stop()
        devices.stop()
        inputs.close()
        // All of them report to the loop.
        let ends = [
            EventLoop.begin { [self] in await endSound() },
            EventLoop.begin { [recording] in await recording.end() },
            EventLoop.begin { [jobs] in await jobs.end() },
            EventLoop.begin { [queue] in await queue.loader.end() },
            EventLoop.begin { [queue] in await queue.playlists.end() },
            EventLoop.begin { [queue] in await queue.versions.end() },
        ]
        for end in ends { _ = await end.outcome }
    }

    private func endSound() async {
        await devices.end()
        // What is left is due within the buffer of the device.
        inputs.finishOutputs()
        await devices.taps.end()
        await clips.end()
    }

    // MARK: Reloading

    /// Applies settings: all of them, or none.
    ///
    /// A value that a client has set stays if its setting has not changed.
    ///
    /// - Parameter new: The settings.
    /// - Returns: The names of those that have changed.
    /// - Throws: Status 64 for one that needs a restart; the reason why samplers for them cannot be
    ///   made.
    func apply(_ new: TransportSettings) async throws -> [String] {
        let difference = SettingsDifference(from: settings, to: new)
        guard difference.fixed.isEmpty else {
            let names = difference.fixed.joined(separator: ", ")
            throw RequestError(.usage, "\(names): cannot change without a restart")
        }
        guard new.sampler != settings.sampler else {
            applyRest(new)
            return difference.changed
        }
        return try await instruments.inTurn { [self] in
            // A client may load others at a position while samplers are made.
            let keepsFonts = {
                self.instruments.loader.fonts.areNamedByClient
                    && new.sampler.fonts == self.settings.sampler.fonts
            }
            let changed = { (sampler: SamplerSettings) in
                var changed = new.sampler
                if keepsFonts() { changed.fonts = sampler.fonts }
                return changed
            }
            let keepsEngine = {
                keepsFonts() && new.sampler.engine == self.settings.sampler.engine
            }
            let present = instruments.loader.fonts.instruments
            _ = try await instruments.useRack(
                present.choice,
                rest: changed(present.sampler),
                setsStrips: false,
                areFontsNamedByClient: keepsFonts
            ) {
                $0.setSampler(changed($0.sampler), keepsEngine: keepsEngine())
            }
            applyRest(new)
            return difference.changed
        }
    }

    /// Takes over what needs no other samplers.
    private func applyRest(_ new: TransportSettings) {
        if new.gain != settings.gain { mixer.setGain(new.gain) }
        if new.level != settings.level { controls.setLevel(new.level) }
        if new.effects != settings.effects {
            mixer.setDefaultEffects(new.effects)
            instruments.loader.effects = new.effects
        }
        if new.live.connections != settings.live.connections {
            inputs.replaceRules(settings.live.connections, with: new.live.connections)
        }
        if new.controls != settings.controls {
            let added = new.controls.filter { !settings.controls.contains($0) }
            let others = controllers.entries.filter { entry in
                !settings.controls.contains(entry.map) || new.controls.contains(entry.map)
            }
            let faults = controllers.replace(
                with: others.map { ($0.map, $0.role) } + added.map { ($0, .admin) }
            )
            for fault in faults { reporter.report(fault, file: nil) }
        }
        if new.follow != settings.follow {
            do throws(RequestError) {
                try controls.follow(new.follow)
            } catch {
                reporter.report(error, file: nil)
            }
        }
        if new.logLevel != settings.logLevel { reporter.setLogLevel(new.logLevel) }
        settings = new
        updateOutput()
        run.report(.changed)
    }
}
