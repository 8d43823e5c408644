import ControlProtocol
import Logging
import Playback
import SamplerHost
import Sequencer

/// The state that outlasts the daemon.
extension Transport {
    /// The state as it is.
    var savedState: DaemonState {
        var saved = DaemonState()
        saved.transport = devices.isPausedByLoss ? .playing : run.state
        saved.entries = queue.list.entries
        saved.current = queue.list.currentIndex
        saved.hasEnded = queue.list.hasEnded
        saved.modes = queue.list.modes
        if let sequence = piece?.sequence {
            saved.ticks = run.state == .stopped ? 0 : max(0, run.position()?.ticks ?? 0)
            saved.muted = selectorSet(of: run.playback.muted, in: sequence)
            saved.soloed = selectorSet(of: run.playback.soloed, in: sequence)
        } else if let state = player.unrestoredState {
            saved.transport = state.transport
            saved.ticks = state.ticks
            saved.muted = state.muted
            saved.soloed = state.soloed
        }
        let fonts = instruments.loader.fonts
        saved.speed = run.settings.speed
        saved.variSpeed = run.settings.variSpeed
        saved.tempo = run.settings.tempo
        saved.loop = run.settings.loop
        saved.loopCount = run.settings.loopCount
        saved.transpose = run.settings.transpose
        saved.chasesNotes = run.settings.chasesNotes
        saved.hasMetronome = run.settings.hasMetronome
        saved.watch = queue.versions.isOn ? queue.versions.time : nil
        saved.follow = .init(value: run.following.settings, option: settings.follow)
        saved.maps = .init(
            value: controllers.entries.map { SavedMap($0.map, role: $0.role) },
            option: mapOptions
        )
        saved.gain = .init(value: mixer.gain, option: settings.gain)
        saved.level = .init(
            value: instruments.loader.level.map(RenderLevel.init),
            option: settings.level.map(RenderLevel.init)
        )
        saved.fonts = .init(value: fonts.settings.fonts, option: settings.sampler.fonts)
        saved.fontEngine = fonts.instruments.fontEngine.map {
            .init(value: $0, option: settings.sampler.engine)
        }
        saved.rack = .init(value: fonts.instruments.choice, option: settings.rack)
        saved.connections = .init(value: inputs.connectionRules.texts, option: connectOptions)
        saved.mixer = mixer.settings
        saved.effectsOption = settings.effects
        saved.clips = clips.commands
        saved.scenes = scenes.all
        saved.recording = recording.unfinished
        saved.leftRecordings = recording.left
        return saved
    }

    private func selectorSet(
        of selection: Selection,
        in sequence: PreparedSequence
    ) -> SelectorSet {
        let texts = selectors(of: selection, in: sequence)
        // None would be read as one empty selector.
        return texts.isEmpty ? SelectorSet() : (try? SelectorSet(parsing: texts)) ?? SelectorSet()
    }

    // MARK: Restoring

    /// Takes a state over, before any client does anything, unless its files take too long.
    ///
    /// Then the current entry is loaded, and plays if it is to. What cannot be restored is logged and
    /// left as the options have it.
    ///
    /// - Parameters:
    ///   - saved: The state.
    ///   - resumes: Whether what played plays on; it is paused otherwise.
    func restore(_ saved: DaemonState, resumes: Bool) async {
        let left = saved.leftRecordings + (saved.recording.map { [$0] } ?? [])
        recording.recover(left)
        queue.restore(saved, settings.piece)
        scenes.restore(saved.scenes)
        restoreSettings(saved)
        // First the SoundFonts: loading them would replace those of the rack's own fallback.
        await restoreFonts(saved)
        await restoreRack(saved)
        // A rack may have brought settings of strips.
        var mixed = saved.mixer
        // An option that has changed since has priority.
        if saved.effectsOption != settings.effects { mixed.effects[RackSettings.mainEffects] = nil }
        mixer.restore(mixed)
        for command in saved.clips {
            await reporter.attempt(command) { [self] in try await clips.restore(command) }
        }
        if saved.hasMetronome {
            await reporter.attempt("the metronome") { [self] in
                try await instruments.setMetronome(true)
            }
        }
        await restorePiece(saved, resumes: resumes)
    }

    private func restoreSettings(_ saved: DaemonState) {
        controls.setSpeed(saved.speed)
        controls.setVariSpeed(saved.variSpeed)
        controls.setTempo(saved.tempo)
        controls.transpose(saved.transpose)
        controls.setChasesNotes(saved.chasesNotes)
        if let gain = saved.gain { mixer.setGain(gain.value(for: settings.gain)) }
        if let level = saved.level {
            let value = level.value(for: settings.level.map(RenderLevel.init))
            controls.setLevel(value.map(Normalization.init))
        }
        reporter.attempt("watch") { () throws(RequestError) in
            try player.setWatch(saved.watch != nil, saved.watch ?? .now)
        }
        if let maps = saved.maps?.value(for: mapOptions) {
            let faults = controllers.replace(with: maps.map { ($0.map, $0.role) })
            for fault in faults { reporter.warn("a map", fault) }
        }
        if let saved = saved.follow {
            reporter.attempt("follow") { () throws(RequestError) in
                try controls.follow(saved.value(for: settings.follow))
            }
        }
        if let connections = saved.connections {
            reporter.attempt("connect") { () throws(RequestError) in
                try inputs.restoreRules(connections.value(for: connectOptions))
            }
        }
        if !saved.loop.isBetweenPositions { restoreLoop(saved) }
    }

    private var mapOptions: [SavedMap] { settings.controls.map { SavedMap($0, role: .admin) } }
    private var connectOptions: [String] { settings.live.connections.map(\.description) }

    private func restoreLoop(_ saved: DaemonState) {
        reporter.attempt("loop \(saved.loop)") { () throws(RequestError) in
            try controls.setLoop(saved.loop, count: saved.loopCount)
        }
    }

    private func restoreFonts(_ saved: DaemonState) async {
        // Those of an option that has changed since have no engine of their own.
        guard let fonts = saved.fonts, fonts.option == settings.sampler.fonts else { return }
        let engine = saved.fontEngine.flatMap {
            $0.option == settings.sampler.engine ? $0.value : nil
        }
        let present = instruments.loader.fonts.instruments
        guard fonts.value != present.sampler.fonts || engine != present.fontEngine else { return }
        await reporter.attempt("the SoundFonts") { [self] in
            _ = try await instruments.loadFonts(for: Command.LoadFont.name, engine: engine) { _ in
                fonts.value
            }
            // What a client had changed before the restart is not taken back.
            instruments.lastFonts = nil
        }
    }

    private func restoreRack(_ saved: DaemonState) async {
        var choice = saved.rack?.value(for: settings.rack) ?? settings.rack
        if instruments.loader.fonts.settings.fonts != saved.fonts?.value {
            // SoundFonts that were not restored do not replace those of the rack.
            choice.replacesFallback = settings.rack.replacesFallback
        }
        let present = instruments.loader.fonts.instruments.choice
        guard choice != present,
            choice != instruments.rackOfOptions || !instruments.areOfOptions(present)
        else { return }
        await reporter.attempt("the rack") { [self] in
            try await instruments.inTurn {
                _ = try await instruments.useRack(
                    choice,
                    rest: instruments.loader.fonts.settings,
                    setsStrips: true
                )
            }
        }
    }

    /// Loads the current entry, and goes to the position in it.
    private func restorePiece(_ saved: DaemonState, resumes: Bool) async {
        let tickets = queue.loader.tickets
        // A client that was served meanwhile may have loaded something.
        let isFree = piece == nil && !tickets.isPending(.current) && !tickets.isPending(.target)
        guard isFree, let entry = queue.list.current else {
            return run.report(.changed)
        }
        let plays = resumes && saved.transport == .playing
        switch await queue.load(entry, for: .current) {
        case nil: return
        case .success((let piece, let file))?:
            queue.keep(file)
            player.take(piece)
            restoreParts(saved, of: piece)
        case .failure(let error)?:
            // If it is to play, it is loaded once more, and passed over like any other file.
            player.keepUnrestored(saved, of: entry)
            if !plays { reporter.warn("\(entry.path)", RequestError(completing: error)) }
        }
        if plays || (saved.transport != .stopped && piece != nil) { run.enter(.paused) }
        run.report(.located)
        guard plays else { return }
        let isLoaded = piece != nil
        do {
            try await player.resume()
        } catch {
            // That of a file that cannot be loaded is reported already.
            if isLoaded { reporter.warn("playback", RequestError(completing: error)) }
        }
    }

    /// Restores what belongs to the current entry.
    private func restoreParts(_ saved: DaemonState, of piece: LoadedPiece) {
        if !saved.muted.isEmpty {
            reporter.attempt("mute") { () throws(RequestError) in try controls.mute(saved.muted) }
        }
        if !saved.soloed.isEmpty {
            reporter.attempt("solo") { () throws(RequestError) in try controls.solo(saved.soloed) }
        }
        if saved.loop.isBetweenPositions { restoreLoop(saved) }
        // Last, since a loop moves it.
        let frame = piece.sequence.tempoMap.frame(atTick: saved.ticks, rate: run.rate)
        run.playback.locate(at: min(frame, piece.endFrame(rate: run.rate)))
    }
}

extension LoopSetting {
    /// Whether it belongs to one piece.
    fileprivate var isBetweenPositions: Bool {
        if case .between = self { true } else { false }
    }
}
