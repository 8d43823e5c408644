import ControlProtocol
import Playback
import SamplerHost
import Sequencer
import Wording

/// SoundFonts, and the samplers that are made anew for them while everything continues to sound.
extension DaemonInstruments {
    /// Changes the SoundFonts, and then plays everything with the new ones, at once or from a
    /// position on.
    ///
    /// The old ones stay until the new ones are ready, and for good if those cannot be loaded; keys
    /// that are down end on the old ones. Others that wait for a position are cancelled.
    ///
    /// - Parameters:
    ///   - command: The name of the command, for its events.
    ///   - engine: The engine whose voices play them; `nil` for the one in use.
    ///   - isStrict: Whether they are refused if they lack a preset in use.
    ///   - position: The position at which they take over; `nil` for as soon as they are ready.
    ///   - fonts: Tells the SoundFonts from those in use, once it is its turn.
    /// - Returns: What they lack, when they are in use, or ready if there is a position.
    /// - Throws: Status 66 if there is a position and nothing is loaded, 64 for a position that does
    ///   not exist, 65 if they are refused; the error of `fonts`.
    func loadFonts(
        for command: String,
        engine: SynthesisEngine? = nil,
        isStrict: Bool = false,
        at position: Position? = nil,
        _ fonts: @escaping ([SoundFontReference]) throws(RequestError) -> [SoundFontReference]
    ) async throws -> LoadedFonts {
        try await changeFonts(for: command, isStrict: isStrict, at: position) {
            (present) throws(RequestError) in
            let fonts = try fonts(present.restFonts)
            return ({ $0.setFonts(fonts, engine: engine) }, true)
        }
    }

    /// Plays everything with the SoundFonts from before the last change.
    ///
    /// - Parameters:
    ///   - command: The name of the command, for its events.
    ///   - position: The position at which they take over; `nil` for as soon as they are ready.
    /// - Returns: What they lack, when they are in use, or ready if there is a position.
    /// - Throws: Status 64 if there is nothing to take back; as
    ///   ``loadFonts(for:engine:isStrict:at:_:)``.
    func undoFonts(for command: String, at position: Position?) async throws -> LoadedFonts {
        try await changeFonts(for: command, at: position) { [self] (present) throws(RequestError) in
            guard let last = lastFonts, last.after == present.fontChoice else {
                throw RequestError(
                    .usage,
                    "nothing to undo: a client has not changed the SoundFonts, or something else "
                        + "has since"
                )
            }
            return ({ $0.fontChoice = last.before }, last.wereNamedByClient)
        }
    }

    /// Plays everything with the SoundFonts in use as their files are now.
    ///
    /// - Parameters:
    ///   - command: The name of the command, for its events.
    ///   - position: The position at which they take over; `nil` for as soon as they are ready.
    /// - Returns: What they lack, when they are in use, or ready if there is a position.
    /// - Throws: As ``loadFonts(for:engine:isStrict:at:_:)``.
    func reloadFonts(for command: String, at position: Position?) async throws -> LoadedFonts {
        try await changeFonts(.reload, for: command, at: position) { [self] _ in
            ({ _ in }, loader.fonts.areNamedByClient)
        }
    }

    /// Changes the SoundFonts in its turn: `change` makes the change of the instruments from those
    /// in use, and tells whether a client has named the new SoundFonts.
    private func changeFonts(
        _ kind: InstrumentsChange.Kind = .fonts,
        for command: String,
        isStrict: Bool = false,
        at position: Position?,
        _ change:
            @escaping (Instruments) throws(RequestError) -> (
                make: (inout Instruments) -> Void, areNamedByClient: Bool
            )
    ) async throws -> LoadedFonts {
        // A position that does not exist need not wait for the SoundFonts.
        if let position { _ = try run.frame(of: position, in: try run.loadedPiece()) }
        return try await inTurn { [self] in
            _ = try change(loader.fonts.instruments)
            // The others may change while it waits; then it may have nothing to change any more.
            let fontsChange = InstrumentsChange(
                kind: kind,
                areNamedByClient: {
                    let new = try? change(self.loader.fonts.instruments)
                    return new?.areNamedByClient ?? self.loader.fonts.areNamedByClient
                },
                instruments: {
                    var instruments = self.loader.fonts.instruments
                    if let new = try? change(instruments) { new.make(&instruments) }
                    return instruments
                },
                check: { prepared throws(RequestError) in
                    let missing = try self.missingPresets(in: prepared, isStrict: isStrict)
                    let faults = prepared.live.sampleFaults.map(\.description)
                    return LoadedFonts(
                        substitutions: missing,
                        warnings: BoundedLines.of(faults),
                        engine: prepared.instruments.restEngine
                    )
                }
            )
            return try await make(fontsChange, for: command, at: position)
        }
    }

    /// Notes a change that is about to be made, for `undo-font`.
    func noteFonts(_ kind: InstrumentsChange.Kind, to new: Instruments) {
        let old = loader.fonts.instruments
        switch kind {
        case .fonts where old.fontChoice != new.fontChoice:
            lastFonts = LastFonts(
                before: old.fontChoice,
                after: new.fontChoice,
                wereNamedByClient: loader.fonts.areNamedByClient
            )
        // The fallback of another rack plays other SoundFonts.
        case .rack where old.choice.file != new.choice.file: lastFonts = nil
        case .fonts, .rack, .reload: break
        }
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
        substitutions += engine.substitutions(onInputsWith: fonts.live)
        let old = (piece?.rack.presets ?? []) + (engine.liveRack?.presets ?? [])
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

    // MARK: Presets

    /// The presets that the SoundFonts lack for the loaded piece, the metronome and the live inputs.
    var substitutions: [PresetSubstitution] {
        (piece?.rack.substitutions ?? []) + metronomeSubstitutions + inputs.substitutions
    }

    /// The presets of a sampler.
    ///
    /// - Parameter sampler: The sampler of a rack; `nil` for that of the first live input.
    /// - Returns: The presets, in the order of the files.
    /// - Throws: Status 64 if there is no sampler of the name.
    func presets(of sampler: String?) throws(RequestError) -> [PresetEntry] {
        let live = engine.liveRack
        guard let sampler else { return (live?.presets ?? []).map(PresetEntry.init) }
        let instruments = loader.fonts.instruments
        let names = instruments.rack?.allSamplers.map(\.name)
        guard let names, let number = names.firstIndex(of: sampler) else {
            let expected = names.map { Self.list($0) } ?? "there is no rack with samplers"
            throw RequestError(
                .usage,
                "sampler: \(RequestError.quoted(sampler)): no such sampler; \(expected)"
            )
        }
        // The rack of live inputs has another name for the sampler of events that no rule takes.
        let name = instruments.liveRack.allSamplers[number].name
        return (live?.presets(ofSampler: name) ?? []).map(PresetEntry.init)
    }

    private static func list(_ names: [String]) -> String {
        "expected one of " + names.map { RequestError.quoted($0) }.joined(separator: ", ")
    }

    /// The warning about a preset that a client selects, if SoundFonts lack it: what plays instead.
    ///
    /// - Parameters:
    ///   - preset: The preset.
    ///   - channel: The channel of a live input.
    /// - Returns: The warning; `nil` if all samplers that the channel leads to have it.
    func warning(of preset: PresetAddress, on channel: ChannelAddress) -> String? {
        guard let rack = engine.liveRack else { return nil }
        let missing = rack.substitutions(
            ofBank: preset.bank,
            program: preset.program,
            input: channel.input,
            channel: channel.channel
        )
        guard loader.fonts.instruments.rack != nil else { return missing.first?.description }
        let texts = missing.map { missing in
            "no preset \(preset) in the SoundFonts of \(RequestError.quoted(rack.names[missing.sampler])): "
                + missing.consequence
        }
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }

    /// Those of the metronome, whose sampler is numbered after those of the piece.
    var metronomeSubstitutions: [PresetSubstitution] {
        guard let sequence = piece?.sequence, sequence.hasBars else { return [] }
        return (engine.metronome?.substitutions ?? []).map {
            PresetSubstitution(
                sampler: sequence.ports.count,
                samplerName: "the metronome",
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
            run.reporter.shouldReportPresets(of: piece.entry, fontsChanged: fontsChanged)
        else { return }
        run.reporter.report(
            piece.rack.substitutions + metronomeSubstitutions,
            file: queue.list[piece.entry]?.path
        )
    }
}
