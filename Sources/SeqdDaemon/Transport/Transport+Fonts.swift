import ControlProtocol
import Logging
import NIOCore
import Playback
import SamplerHost
import Sequencer
import Wording

/// SoundFonts, and the samplers that are made anew for them while everything sounds on.
extension Transport {
    /// Loads SoundFonts, and then plays everything with them, at once or from a position on.
    ///
    /// The old ones stay until the new ones are ready, and for good if those cannot be loaded; keys
    /// that are down end on the old ones. Others that wait for a position are cancelled.
    ///
    /// - Parameters:
    ///   - fonts: The SoundFonts.
    ///   - isStrict: Whether they are refused if they lack a preset in use.
    ///   - request: The request, for its events.
    ///   - position: The position at which they take over; `nil` for as soon as they are ready.
    /// - Throws: Status 66 if there is a position and nothing is loaded, 64 for a position that does
    ///   not exist.
    /// - Returns: Completes when they are in use, or ready if there is a position; fails with status
    ///   65 if they are refused.
    func loadFonts(
        _ fonts: [SoundFontReference],
        isStrict: Bool,
        for request: Request,
        at position: Position?
    ) throws(RequestError) -> EventLoopFuture<LoadedFonts> {
        // A position that does not exist need not wait for the SoundFonts.
        if let position { _ = try frame(of: position, in: try loadedPiece()) }
        return prepareSamplers(areNamedByClient: { true }) {
            self.instruments(with: fonts)
        }.assumeIsolated().flatMap { fonts in
            do throws(RequestError) {
                return try self.take(fonts, isStrict: isStrict, for: request, at: position)
            } catch {
                self.release(fonts)
                return self.eventLoop.makeFailedFuture(error)
            }
        }.nonisolated()
    }

    /// The instruments, with other SoundFonts for what no rule takes.
    private func instruments(with fonts: [SoundFontReference]) -> Instruments {
        var instruments = loader.fonts.instruments
        instruments.setFonts(fonts)
        return instruments
    }

    // MARK: Ready to take over

    /// Plays everything with other samplers as soon as they are ready.
    ///
    /// - Parameters:
    ///   - areNamedByClient: Whether a client has named the SoundFonts.
    ///   - instruments: The instruments, which may change while they are made.
    ///   - beforeUse: Called when they are ready, before they play.
    /// - Returns: Completes when they are in use; fails if they cannot be made.
    func replaceSamplers(
        areNamedByClient: @escaping () -> Bool,
        _ instruments: @escaping () -> Instruments,
        beforeUse: @escaping () -> Void = {}
    ) -> EventLoopFuture<Void> {
        prepareSamplers(areNamedByClient: areNamedByClient, instruments).assumeIsolated().flatMap {
            fonts in
            do throws(RequestError) {
                try fonts.checkFiles()
                guard self.engine.hasRoom(for: fonts.racks) else { throw Self.isOccupied }
                beforeUse()
                try self.use(fonts)
            } catch {
                self.release(fonts)
                return self.eventLoop.makeFailedFuture(error)
            }
            return self.completeMetronome()
        }.nonisolated()
    }

    /// Makes samplers for all that plays.
    ///
    /// - Parameters:
    ///   - areNamedByClient: Whether a client has named the SoundFonts.
    ///   - instruments: The instruments, which may change while they are made.
    /// - Returns: The samplers.
    private func prepareSamplers(
        areNamedByClient: @escaping () -> Bool,
        _ instruments: @escaping () -> Instruments
    ) -> EventLoopFuture<PreparedFonts> {
        let wanted = instruments()
        let old = engine.rack(ofInput: 0)
        return loader.prepareSamplers(
            wanted,
            areNamedByClient: areNamedByClient(),
            inputs: inputs.count,
            after: old,
            piece: piece,
            hasMetronome: engine.metronome != nil
        ).assumeIsolated().flatMap { fonts in
            guard fonts.canPlay(self.piece), wanted == instruments(),
                old === self.engine.rack(ofInput: 0)
            else {
                // Another piece was loaded meanwhile, or other samplers were made.
                self.release(fonts)
                return self.prepareSamplers(areNamedByClient: areNamedByClient, instruments)
            }
            return self.eventLoop.makeSucceededFuture(fonts)
        }.nonisolated()
    }

    /// Frees the samplers of SoundFonts that are not wanted any more, once the callers on the event
    /// loop have returned.
    private func release(_ fonts: PreparedFonts) {
        let loader = loader
        eventLoop.execute {
            if let piece = fonts.music?.piece { loader.release(piece) }
            loader.free(fonts.racks)
        }
    }

    /// Has SoundFonts take over, or schedules them.
    ///
    /// - Throws: Status 65 if they lack a preset in use and are to have all; as
    ///   ``schedule(_:_:at:onCancel:_:)`` and ``use(_:)``.
    private func take(
        _ fonts: PreparedFonts,
        isStrict: Bool,
        for request: Request,
        at position: Position?
    ) throws(RequestError) -> EventLoopFuture<LoadedFonts> {
        let missing = try missingPresets(in: fonts, isStrict: isStrict)
        let faults = (fonts.inputs.first?.sampleFaults ?? []).map(\.description)
        let loaded = LoadedFonts(substitutions: missing, warnings: BoundedLines.of(faults))
        guard let position else {
            try use(fonts)
            cancelScheduledFonts()
            return completeMetronome().map { loaded }
        }
        let action = try schedule(request, .exact, at: position) {
            self.release(fonts)
        } _: { () throws(RequestError) in
            self.scheduledFonts = nil
            return try self.useScheduled(fonts, isStrict: isStrict)
        }
        cancelScheduledFonts()
        scheduledFonts = action.number
        var scheduled = loaded
        scheduled.scheduled = ScheduledAction(action: action.number, due: action.frame)
        return eventLoop.makeSucceededFuture(scheduled)
    }

    /// Cancels the SoundFonts that wait for a position, since others were loaded.
    private func cancelScheduledFonts() {
        guard let number = scheduledFonts else { return }
        scheduledFonts = nil
        cancelScheduled(number, because: "replaced by another load-font")
    }

    /// The presets that the piece, the metronome and the live inputs play and that SoundFonts lack.
    ///
    /// - Parameters:
    ///   - fonts: The SoundFonts.
    ///   - isStrict: Whether they are refused if they lack any.
    /// - Throws: Status 65 if they are refused.
    /// - Returns: The presets, each once.
    private func missingPresets(
        in fonts: PreparedFonts,
        isStrict: Bool
    ) throws(RequestError) -> [PresetReplacement] {
        var substitutions = fonts.music?.rack.substitutions ?? []
        if piece?.sequence.hasBars ?? false {
            substitutions += fonts.metronome?.substitutions ?? []
        }
        let presets = fonts.inputs.first?.presets ?? []
        substitutions += engine.substitutions(ofInputsWith: presets)
        let old = (piece?.rack.presets ?? []) + inputs.presets
        var found: [PresetReplacement] = []
        for substitution in substitutions {
            var replacement = PresetReplacement(substitution)
            replacement.presetName =
                old.first {
                    $0.bank == substitution.bank && $0.program == substitution.program
                }?.name
            if !found.contains(replacement) { found.append(replacement) }
        }
        guard !isStrict || found.isEmpty else {
            let list = found.map(\.words).joined(separator: ", ")
            throw RequestError(
                .data,
                "the SoundFonts lack presets in use: \(list); the old SoundFonts stay in use"
            )
        }
        return found
    }

    // MARK: Taking over

    /// Has SoundFonts take over whose position is near.
    private func useScheduled(
        _ fonts: PreparedFonts,
        isStrict: Bool
    ) throws(RequestError) -> Outcome {
        let references = fonts.instruments.sampler.fonts
        guard fonts.canPlay(piece), fonts.instruments == instruments(with: references) else {
            // Another version of the file, or another setting, needs samplers of its own: at once,
            // when they are ready.
            release(fonts)
            return .later(
                prepareSamplers(areNamedByClient: { true }) {
                    self.instruments(with: references)
                }.assumeIsolated().flatMap { fonts in
                    do throws(RequestError) {
                        _ = try self.missingPresets(in: fonts, isStrict: isStrict)
                        try self.use(fonts)
                    } catch {
                        self.release(fonts)
                        return self.eventLoop.makeFailedFuture(error)
                    }
                    return self.completeMetronome()
                }.nonisolated().map { .done() }
            )
        }
        do throws(RequestError) {
            try use(fonts)
        } catch {
            release(fonts)
            throw error
        }
        return .later(completeMetronome().map { .done() })
    }

    /// Plays everything with SoundFonts that are ready: all of it, or nothing if it fails.
    ///
    /// - Throws: Status 75 if too many samplers still sound, 65 for a file that has changed since.
    private func use(_ fonts: PreparedFonts) throws(RequestError) {
        try fonts.checkFiles()
        guard engine.hasRoom(for: fonts.racks) else { throw Self.isOccupied }
        if let music = fonts.music {
            guard piece != nil else {
                // Nothing plays any more that it was made for.
                let loader = loader
                eventLoop.execute { loader.free([music.rack]) }
                return useBesideMusic(fonts)
            }
            try exchange(music)
        }
        useBesideMusic(fonts)
    }

    /// Plays the piece on other samplers, on the ways to them.
    private func exchange(_ music: PreparedFonts.Music) throws(RequestError) {
        guard let piece else { return }
        guard (piece.piece.rack == nil) == (music.ways.rack == nil) else {
            // Samplers by ports and samplers by rules have nothing in common: notes begin anew.
            // The tempo may have changed since they were made.
            let ways = music.ways.rack == nil ? piece.piece.unrouted() : music.ways
            let position = playback.replace(with: piece.on(music.rack, as: ways))
            if state == .playing {
                try start(at: position, .located, chasesNotes: true)
            } else {
                playback.locate(at: position)
            }
            return
        }
        guard let rack = music.ways.rack else {
            guard playback.replaceRack(with: music.rack) else { throw Self.isOccupied }
            return
        }
        let isDone = try RequestError.catching { () throws(PlaybackError) in
            try playback.setRack(rack, on: music.rack)
        }
        guard isDone else { throw Self.isOccupied }
    }

    /// Plays the live inputs, the metronome and what follows with SoundFonts.
    private func useBesideMusic(_ fonts: PreparedFonts) {
        loader.fonts.replace(fonts.instruments, areNamedByClient: fonts.areNamedByClient)
        for (input, rack) in fonts.inputs.enumerated() {
            _ = engine.install(rack, input: input)
        }
        if let metronome = fonts.metronome, engine.installMetronome(metronome) {
            reporter.report(metronomeSubstitutions)
        }
        inputs.replaceFonts(
            presets: fonts.inputs.first?.presets ?? [],
            sampleFaults: (fonts.inputs.first?.sampleFaults ?? []).map(\.description)
        )
        forgetNext()
        prepareNext()
        report(.changed)
        reportPieceSubstitutions(fontsChanged: true)
        for fault in inputs.sampleFaults {
            reporter.report(RequestError(.data, fault), file: nil, .warning)
        }
        // A version that waits for its bar was loaded with the old ones.
        if versions.waiting != nil, let currentPath { filesChanged([currentPath]) }
    }

    static var isOccupied: RequestError {
        RequestError(.busy, "too many samplers still sounding; try again")
    }

    // MARK: Missing presets

    /// The presets that the SoundFonts lack for the loaded piece, the metronome and the live inputs.
    var substitutions: [PresetSubstitution] {
        (piece?.rack.substitutions ?? []) + metronomeSubstitutions + inputs.substitutions
    }

    /// Those of the metronome, whose sampler is numbered after those of the piece.
    var metronomeSubstitutions: [PresetSubstitution] {
        guard let sequence = piece?.sequence, sequence.hasBars else { return [] }
        return (engine.metronome?.substitutions ?? []).map {
            PresetSubstitution(
                sampler: sequence.ports.count,
                channels: $0.channels,
                bank: $0.bank,
                program: $0.program,
                substitute: $0.substitute
            )
        }
    }

    /// Reports those of the loaded piece: once for an entry of the queue.
    ///
    /// - Parameter fontsChanged: Whether the SoundFonts have changed since the last report.
    func reportPieceSubstitutions(fontsChanged: Bool = false) {
        guard let piece,
            reporter.shouldReportPresets(of: piece.entry, fontsChanged: fontsChanged)
        else { return }
        reporter.report(
            piece.rack.substitutions + metronomeSubstitutions,
            file: queue[piece.entry]?.path
        )
    }
}
