import ControlProtocol
import Logging
import Playback
import SamplerHost
import Sequencer

/// The audio devices that the engine plays on: their states and changes, the first one's clock, and
/// the memory of samples while they sleep.
@EventLoop
final class AudioDevices {
    /// The strips that are written to files and pipes.
    let taps: OutputTaps
    /// The questions for the notes that sound.
    let surveys: SoundSurveys
    private let audio: AudioRun
    private let watch: OutputWatch
    private var further: FurtherWatch
    private var clock: DeviceClock
    private let clockTimer = LoopTimer(every: .seconds(1))
    /// Whether the samples' memory was released because the engine sleeps.
    private var isMemoryReleased = false
    /// Whether playback was paused because the device was lost, and resumes when it is back.
    private(set) var isPausedByLoss = false
    private let loader: PieceLoader
    private let run: PlayRun
    /// Called when a device may have changed.
    var onChange: () -> Void = {}

    private var output: TransportOutput { audio.output }
    private var engine: Engine { run.engine }

    /// Makes devices that play nothing yet.
    ///
    /// - Parameters:
    ///   - audio: The run of the engine on the devices.
    ///   - loader: The owner of the samples.
    ///   - run: What plays.
    ///   - taps: The taps of the options.
    init(_ audio: AudioRun, _ loader: PieceLoader, _ run: PlayRun, _ taps: OutputTaps) {
        self.taps = taps
        surveys = SoundSurveys(of: run.engine)
        self.audio = audio
        self.loader = loader
        self.run = run
        let (output, engine) = (audio.output, run.engine)
        watch = OutputWatch {
            let state = output.state
            return state == .running && engine.isAsleep ? .idle : state
        }
        further = FurtherWatch(output.further)
        clock = DeviceClock(rate: output.rate)
    }

    /// Starts the audio thread, and looks after the taps.
    ///
    /// - Parameter onReports: Called on the report reader's thread when the engine has reports.
    /// - Throws: The error of a thread that cannot be started.
    func start(onReports: @escaping @Sendable () -> Void) throws(RequestError) {
        taps.start()
        output.onChange { [weak self] in
            EventLoop.execute { [weak self] in self?.onChange() }
        }
        let logger = run.reporter.logger
        if let refusal = try audio.start(engine, onReports: onReports) {
            logger.notice("real-time priority refused (\(refusal)); playing without it")
        }
        if let refusal = audio.memoryRefusal { logger.info("memory not locked (\(refusal))") }
    }

    /// Stops watching: nothing waits for a device any more.
    func stop() {
        clockTimer.stop()
        watch.end()
    }

    /// Ends the audio thread.
    func end() async {
        await audio.end(engine) { [run] in run.reporter.logger.error("\($0)") }
    }

    // MARK: State

    /// The reason why the first device was lost, until it runs again.
    var loss: String? { watch.loss }
    /// Whether the first device is lost now.
    var isLost: Bool { watch.isLost }
    /// The warning that the first device is lost now; `nil` if it is not.
    var warning: String? { watch.warning }
    /// The name of the first device.
    var name: String { output.name }

    /// Waits until it is known whether music is audible.
    func opened() async {
        if run.state == .playing { await watch.opened() }
    }

    /// Measures the device's clock while something plays.
    func watchClock() {
        clockTimer.run(run.state == .playing) { [weak self] in
            guard let self else { return }
            let frame = engine.framesRendered
            if let time = engine.clock.time(ofFrame: frame) { clock.note(frame: frame, time: time) }
        }
    }

    /// Adds the state of the devices to a status.
    func add(to status: inout DaemonStatus) {
        status.output = watch.state
        status.lostSeconds = watch.lostSeconds
        status.rate = run.rate
        status.deviceSettings = deviceSettings
        status.deviceClockPPM = clock.partsPerMillion.map { ($0 * 10).rounded() / 10 }
        status.furtherDevices = output.further.map(\.status).map { device in
            DaemonStatus.Device(
                name: device.name,
                output: DaemonStatus.Output(device.state),
                drift: device.drift.map { ($0 * 10).rounded() / 10 },
                xruns: device.xruns
            )
        }
    }

    /// The device's settings; `nil` without one.
    private var deviceSettings: DaemonStatus.DeviceSettings? {
        guard let requested = output.requested, let granted = output.granted else { return nil }
        return DaemonStatus.DeviceSettings(
            requestedRate: requested.rate,
            period: granted.period,
            requestedPeriod: requested.period,
            buffer: granted.buffer,
            requestedBuffer: requested.period * requested.periods,
            format: granted.format.rawValue,
            requestedFormat: requested.format?.rawValue,
            latencySeconds: granted.latency
        )
    }

    /// The devices, and the strips on outputs of their own.
    var listing: OutputListing {
        let pairs = engine.settings.outputs
        let further = output.further.map { device in
            let status = device.status
            return OutputEntry(
                device: status.name,
                pair: device.pair.text,
                output: DaemonStatus.Output(status.state),
                rate: device.granted.rate,
                xruns: status.xruns
            )
        }
        let first = OutputEntry(
            device: name,
            pair: further.isEmpty ? "1-\(output.sink.map.count)" : OutputPair.main.text,
            output: watch.state,
            rate: run.rate,
            xruns: engine.xruns
        )
        return OutputListing(
            outputs: [first] + further,
            assignments: pairs.names.compactMap { name in
                pairs[name].map { OutputListing.Assignment(name: name, pair: $0.text) }
            }
        )
    }

    // MARK: Changes

    /// Changes the first device while everything plays.
    ///
    /// - Parameter name: The device's name.
    /// - Throws: 69 for a daemon without a device, and with the reason if it cannot take the place of
    ///   the other one, which plays on then.
    func change(to name: String) async throws {
        let before = self.name
        if name == before, !isLost { return }
        guard let change = output.changing else {
            throw RequestError(
                .unavailable,
                "name: \(RequestError.quoted(name)): the daemon was started without a device "
                    + "(--null)"
            )
        }
        try await audio.runOnDeviceThread {
            do throws(HostError) {
                try change(name)
            } catch {
                let reason = RequestError(error)
                throw RequestError(number: reason.number, "name: \(reason.message)")
            }
        }
        run.reporter.logger.notice("device \(before) replaced by \(name)")
        run.report(.changed)
        onChange()
    }

    /// Reports changes of the devices.
    func update() {
        let xruns = engine.xruns
        if let change = watch.update(xruns: xruns) {
            log(change, xruns: xruns)
            run.reporter.publish(
                .output(
                    watch.state,
                    lostSeconds: change.returnedAfter.map { $0 / .seconds(1) }
                        ?? watch.lostSeconds,
                    xruns: xruns
                )
            )
            run.reportServiceStatus()
        }
        for (device, change) in further.update() { log(change, of: device, xruns: 0) }
    }

    /// Logs a change.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - device: The name of a device after the first; `nil` for that.
    ///   - xruns: The buffer underruns so far.
    private func log(_ change: OutputMonitor.Change, of device: String? = nil, xruns: Int) {
        let logger = run.reporter.logger
        if let reason = change.loss { logger.warning("device lost: \(reason)") }
        if let reason = change.otherReason { logger.warning("device still lost: \(reason)") }
        if let time = change.returnedAfter {
            let text = TimeText.text(seconds: time / .seconds(1), decimals: 1...1)
            let name = device.map { "device \($0)" } ?? "device"
            logger.notice("\(name) back after \(text)")
        }
        if change.hasUnderrun { logger.warning("buffer underrun (\(xruns) in total)") }
    }

    /// Releases the memory of samples while the engine sleeps.
    func followSleep() {
        let isAsleep = engine.isAsleep
        guard isAsleep != isMemoryReleased else { return }
        isMemoryReleased = isAsleep
        if isAsleep { loader.releaseMemory() } else { loader.restoreMemory() }
    }

    // MARK: Loss

    /// The effect of the device's state on playback.
    enum LossEffect {
        case pauses, stops, resumes
    }

    /// The effect on playback, if a lost or returned device is to have one now.
    func lossEffect(_ action: DeviceLossAction) -> LossEffect? {
        switch action {
        case .continue: return nil
        case .stop: return isLost && run.state == .playing ? .stops : nil
        case .pause:
            if isLost { return run.state == .playing ? .pauses : nil }
            guard isPausedByLoss else { return nil }
            isPausedByLoss = false
            return run.state == .paused ? .resumes : nil
        }
    }

    /// Notes a pause; one that a client asks for outlasts the loss of the device.
    func notePause(byLoss isByLoss: Bool) {
        isPausedByLoss = isByLoss
    }
}
