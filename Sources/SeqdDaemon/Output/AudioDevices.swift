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
    /// The device, or real time without one.
    private let output: TransportOutput
    private let isRealTime: Bool
    private var thread: AudioThread?
    /// Settled when the audio thread is about to end.
    private let threadEnded = Pending<Void>()
    /// Opens devices, one after the other.
    private let opener = WorkerQueue("seqd-device")
    private let reportReader = WorkerQueue("seqd-reports")
    private let watch: OutputWatch
    /// The devices after the first.
    private var further: [(device: FollowingDevice, monitor: OutputMonitor)]
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

    private var engine: Engine { run.engine }

    /// Makes devices that play nothing yet, of an output that is open.
    init(
        _ sound: TransportSound,
        _ settings: TransportSettings,
        _ loader: PieceLoader,
        _ run: PlayRun
    ) {
        let (output, engine) = (sound.output, sound.engine)
        self.output = output
        self.loader = loader
        self.run = run
        isRealTime = settings.device != nil || settings.live.outputs > 0
        taps = OutputTaps(engine, sound.taps, run.reporter)
        surveys = SoundSurveys(of: engine)
        watch = OutputWatch {
            let state = output.state
            return state == .running && engine.isAsleep ? .idle : state
        }
        further = output.further.map { ($0, OutputMonitor()) }
        clock = DeviceClock(rate: output.rate)
    }

    /// Starts the audio thread and one that waits for the engine's reports, and looks after the taps.
    ///
    /// - Parameter onReports: Called on the report reader's thread when the engine has reports.
    /// - Throws: The error of a thread that cannot be started.
    func start(onReports: @escaping @Sendable () -> Void) throws(RequestError) {
        taps.start()
        output.onChange { [weak self] in
            EventLoop.execute { [weak self] in self?.onChange() }
        }
        let (engine, ended, isRealTime) = (engine, threadEnded, isRealTime)
        let thread = try RequestError.catching { () throws(HostError) in
            for device in output.further {
                try engine.add(device)
                try device.start(realTime: true)
            }
            return try AudioThread(
                running: engine,
                into: output.sink,
                realTime: isRealTime,
                onEnd: { EventLoop.execute { ended.succeed() } }
            )
        }
        self.thread = thread
        reportReader.submit { _ in
            while !engine.hasEnded {
                engine.waitForReports()
                onReports()
            }
        }
        let logger = run.reporter.logger
        if let refusal = thread.priorityRefusal {
            logger.notice("real-time priority refused (\(refusal)); playing without it")
        }
        if let refusal = thread.memoryRefusal { logger.info("memory not locked (\(refusal))") }
    }

    /// Stops watching: nothing waits for a device any more.
    func stop() {
        clockTimer.stop()
        watch.end()
    }

    /// Stops the engine, and waits for the threads' end.
    func end() async {
        engine.stop()
        if thread == nil { threadEnded.succeed() }
        _ = await threadEnded.outcome
        do throws(HostError) {
            try thread?.join()
        } catch {
            run.reporter.logger.error("\(error)")
        }
        for device in output.further { device.finish() }
        await reportReader.end()
        await opener.end()
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
        try await opener.run {
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
        for index in further.indices {
            let status = further[index].device.status
            if let change = further[index].monitor.update(status.state, xruns: 0) {
                log(change, of: status.name, xruns: 0)
            }
        }
    }

    /// Logs a change of a device; its name is `nil` for the first.
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

    /// The effect on playback, if a lost or returned device is to have one now; a resumption is told
    /// once.
    func takeLossEffect(_ action: DeviceLossAction) -> LossEffect? {
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
