import ControlProtocol
import Logging
import Playback
import SamplerHost
import Sequencer

/// The reports of the audio thread, the device and the MIDI sources.
extension Transport {
    /// Takes the engine's reports.
    func takeReports() {
        for report in run.engine.takeReports() {
            run.finishPiece(endedBy: report)
            clips.handle(report)
            if case .returned(.survey(let number)) = report { devices.surveys.take(number) }
            if case .substituted = report {
                reporter.report(inputs.add(run.engine.takeSubstitutions()))
            }
            switch run.playback.handle(report) {
            case .ended?: player.pieceEnded()
            case .followed(let wasWithdrawn)?: player.nextBegan(wasWithdrawn: wasWithdrawn)
            // The samplers were removed when the piece was to begin on them.
            case .refused?:
                EventLoop.begin { [self] in
                    try await player.loadCurrent(from: run.playback.resumePosition, .continued)
                }
            case nil: break
            }
        }
        for warning in run.engine.takePluginFaults().compactMap(\.warning) {
            reporter.report(RequestError(.unavailable, warning), file: nil, .warning)
        }
        queue.loader.free(run.engine.takeReleasedRacks())
        updateOutput()
    }

    /// Reports changes of the devices, and pauses or stops without the first if that is wanted.
    func updateOutput() {
        devices.update()
        switch devices.takeLossEffect(settings.lossAction) {
        case .pauses?:
            controls.pause()
            devices.notePause(byLoss: true)
        case .stops?: controls.stop()
        case .resumes?: resumeAfterLoss()
        case nil: break
        }
        devices.followSleep()
    }

    /// Reports notes that have faded out because their samples were not read in time.
    func report(_ shortage: SampleStream.Shortage) {
        reporter.report(RequestError(.io, shortage.description), file: shortage.path, .warning)
    }

    private func resumeAfterLoss() {
        let file = run.path
        EventLoop.begin { [self] in
            do {
                try await player.resume()
            } catch {
                reporter.report(RequestError(completing: error), file: file)
            }
        }
    }

    /// Reports MIDI sources and receivers that appeared or were removed.
    func updatePorts() {
        for port in inputs.updatePorts(inputs.ports + inputs.receivers) {
            let change = port.isConnected ? "connected" : "gone"
            reporter.logger.info("\(change): \(port.address) \(port.name)")
            reporter.publish(.ports(port))
        }
    }
}

/// The events for clients.
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
            run.subscriptionsChanged()
            controllers.watch()
            // A new subscriber is told what changes from now on.
            reportChanges()
        }
    }

    func positionEvent() -> DaemonEvent? { run.positionEvent() }

    func takeLevels() -> LevelSnapshot? {
        run.engine.isAsleep ? nil : LevelSnapshot(taking: run.engine, mixer.strips)
    }

    /// Reports the values that have changed since the last call, to the clients that subscribe to
    /// them.
    func reportChanges() {
        let list = queue.list
        reporter.reportChanges(
            settings: settingValues(),
            ChangeWatch.Queue(version: list.version, count: list.entries.count),
            rack: rackParts()
        )
    }

    /// All settings that `status`, `strips` and `effects` show.
    private func settingValues() -> [ChangeWatch.Setting] {
        let playing = settingsStatus().settingValues.map {
            ChangeWatch.Setting(name: $0.name, value: $0.value)
        }
        let strips = mixer.stripSettings().flatMap { strip in
            strip.settingValues.map {
                ChangeWatch.Setting(name: $0.name, strip: strip.name, value: $0.value)
            }
        }
        let effects = mixer.effectsEntries().flatMap { bus in
            [("reverb", bus.reverb), ("chorus", bus.chorus)].map { name, text in
                ChangeWatch.Setting(name: name, bus: bus.name, value: .text(text))
            }
        }
        return playing + strips + effects
    }

    /// The SoundFonts, and the parts that `rack` shows.
    private func rackParts() -> [ChangeWatch.Part] {
        let listing = instruments.rackListing()
        let fonts = instruments.loader.fonts.instruments.restFonts.map(\.description)
        let parts: [RackChange.Part] =
            [listing.file.map(RackChange.Part.file)].compactMap(\.self)
            + fonts.map(RackChange.Part.font) + listing.routes.map(RackChange.Part.route)
            + listing.programs.map(RackChange.Part.program)
        return parts.map { ChangeWatch.Part(part: $0) }
            + listing.samplers.map {
                ChangeWatch.Part(part: .sampler($0.name), fonts: $0.fonts, engine: $0.engine)
            }
    }
}
