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
        saved.transport = devices.isPausedByLoss ? .playing : state
        saved.entries = queue.entries
        saved.current = queue.currentIndex
        saved.hasEnded = queue.hasEnded
        saved.modes = queue.modes
        if let sequence = piece?.sequence {
            saved.ticks = state == .stopped ? 0 : max(0, run.position()?.ticks ?? 0)
            saved.muted = selectorSet(of: playback.muted, in: sequence)
            saved.soloed = selectorSet(of: playback.soloed, in: sequence)
        } else if let (entry, state) = unrestored, entry == queue.current?.number {
            // Its file may be there again at the next start.
            saved.transport = state.transport
            saved.ticks = state.ticks
            saved.muted = state.muted
            saved.soloed = state.soloed
        }
        saved.speed = playSettings.speed
        saved.tempo = playSettings.tempo
        saved.loop = playSettings.loop
        saved.loopCount = playSettings.loopCount
        saved.transpose = playSettings.transpose
        saved.chasesNotes = playSettings.chasesNotes
        saved.hasMetronome = playSettings.hasMetronome
        saved.watch = versions.isOn ? versions.time : nil
        saved.follow = DaemonState.Setting(value: followSettings, option: settings.follow)
        saved.maps = DaemonState.Setting(
            value: maps.entries.map { SavedMap($0.map, role: $0.role) },
            option: mapOptions
        )
        saved.gain = DaemonState.Setting(value: mixer.gain, option: soundOptions.gain)
        saved.fonts = DaemonState.Setting(
            value: loader.fonts.settings.fonts,
            option: soundOptions.fonts
        )
        saved.rack = DaemonState.Setting(
            value: loader.fonts.instruments.choice,
            option: settings.rack
        )
        saved.connections = DaemonState.Setting(
            value: inputs.connectionRules.texts,
            option: connectOptions
        )
        saved.mixer = mixer.settings
        saved.effectsOption = settings.effects
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
        recording.recover(left, settings.policy)
        restoreQueue(saved)
        restoreSettings(saved)
        await restoreRack(saved)
        // A rack may have brought SoundFonts and settings of strips.
        restoreMixer(saved)
        await restoreFonts(saved)
        if saved.hasMetronome {
            await reporter.attempt("the metronome") { [self] in try await setMetronome(true) }
        }
        await restorePiece(saved, resumes: resumes)
    }

    private func restoreQueue(_ saved: DaemonState) {
        let entries = saved.entries.map { entry in
            var settings = pieceOptions
            settings.encoding = entry.settings.encoding
            settings.usesEmbeddedFont = entry.settings.usesEmbeddedFont
            return PlayQueue.Entry(
                number: queue.takeNumber(),
                path: entry.path,
                pattern: entry.pattern,
                length: entry.length,
                settings: settings
            )
        }
        reporter.attempt("the queue") { () throws(RequestError) in
            try RequestError.catching { () throws(PlaybackError) in
                _ = try queue.append(entries)
            }
        }
        if let current = saved.current { queue.go(to: current) }
        if saved.hasEnded { queue.end() }
        queue.setModes(saved.modes)
    }

    private func restoreSettings(_ saved: DaemonState) {
        setSpeed(saved.speed)
        setTempo(saved.tempo)
        transpose(saved.transpose)
        setChasesNotes(saved.chasesNotes)
        if let gain = saved.gain { mixer.setGain(gain.value(for: soundOptions.gain)) }
        reporter.attempt("watch") { () throws(RequestError) in
            try setWatch(saved.watch != nil, saved.watch ?? .now)
        }
        if let saved = saved.maps { restoreMaps(saved.value(for: mapOptions)) }
        if let saved = saved.follow {
            reporter.attempt("follow") { () throws(RequestError) in
                try follow(saved.value(for: settings.follow))
            }
        }
        if let connections = saved.connections {
            reporter.attempt("connect") { () throws(RequestError) in
                try inputs.restoreRules(connections.value(for: connectOptions))
            }
        }
        if !saved.loop.isBetweenPositions { restoreLoop(saved) }
    }

    /// The connection rules of the options.
    private var mapOptions: [SavedMap] {
        settings.controls.map { SavedMap($0, role: .admin) }
    }

    private func restoreMaps(_ saved: [SavedMap]) {
        for fault in maps.replace(with: saved.map { ($0.map, $0.role) }) {
            reporter.warn("a map", fault)
        }
        watchInputMessages()
    }

    private var connectOptions: [String] { settings.live.connections.map(\.description) }

    private func restoreLoop(_ saved: DaemonState) {
        reporter.attempt("loop \(saved.loop)") { () throws(RequestError) in
            try setLoop(saved.loop, count: saved.loopCount)
        }
    }

    private func restoreFonts(_ saved: DaemonState) async {
        let fonts = saved.fonts?.value(for: soundOptions.fonts) ?? soundOptions.fonts
        guard fonts != loader.fonts.settings.fonts else { return }
        await reporter.attempt("the SoundFonts") { [self] in
            _ = try await loadFonts(fonts, isStrict: false, at: nil)
        }
    }

    private func restoreMixer(_ saved: DaemonState) {
        var restored = saved.mixer
        // An option that has changed since has priority.
        if saved.effectsOption != settings.effects {
            restored.effects[RackSettings.mainEffects] = nil
        }
        mixer.restore(restored)
    }

    private func restoreRack(_ saved: DaemonState) async {
        let choice = saved.rack?.value(for: settings.rack) ?? settings.rack
        guard choice != loader.fonts.instruments.choice else { return }
        await reporter.attempt("the rack") { [self] in
            try await inTurn {
                _ = try await useRack(choice, rest: loader.fonts.settings, setsStrips: true)
            }
        }
    }

    /// Loads the current entry, and goes to the position in it.
    private func restorePiece(_ saved: DaemonState, resumes: Bool) async {
        let tickets = loader.tickets
        // A client that was served meanwhile may have loaded something.
        let isFree = piece == nil && !tickets.isPending(.current) && !tickets.isPending(.target)
        guard isFree, let entry = queue.current else {
            return run.report(.changed)
        }
        let plays = resumes && saved.transport == .playing
        switch await load(entry, for: .current) {
        case nil: return
        case .success((let piece, let file))?:
            keep(file)
            take(piece)
            restoreParts(saved, of: piece)
        case .failure(let error)?:
            // If it is to play, it is loaded once more, and passed over like any other file.
            unrestored = (entry.number, saved)
            if !plays { reporter.warn("\(entry.path)", RequestError(completing: error)) }
        }
        if plays || (saved.transport != .stopped && piece != nil) { run.enter(.paused) }
        run.report(.located)
        guard plays else { return }
        let isLoaded = piece != nil
        do {
            try await resume()
        } catch {
            // That of a file that cannot be loaded is reported already.
            if isLoaded { reporter.warn("playback", RequestError(completing: error)) }
        }
    }

    /// Restores what belongs to the current entry.
    private func restoreParts(_ saved: DaemonState, of piece: LoadedPiece) {
        if !saved.muted.isEmpty {
            reporter.attempt("mute") { () throws(RequestError) in try mute(saved.muted) }
        }
        if !saved.soloed.isEmpty {
            reporter.attempt("solo") { () throws(RequestError) in try solo(saved.soloed) }
        }
        if saved.loop.isBetweenPositions { restoreLoop(saved) }
        // Last, since a loop moves it.
        let frame = piece.sequence.tempoMap.frame(atTick: saved.ticks, rate: rate)
        playback.locate(at: min(frame, piece.endFrame(rate: rate)))
    }
}

extension LoopSetting {
    /// Whether it belongs to one piece.
    fileprivate var isBetweenPositions: Bool {
        if case .between = self { true } else { false }
    }
}
