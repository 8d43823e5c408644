import ControlProtocol
import Playback
import SamplerHost
import Sequencer
import Wording

/// SoundFonts, and the samplers that are made anew for them while everything continues to sound.
extension DaemonInstruments {
    /// Loads SoundFonts, and then plays everything with them, at once or from a position on.
    ///
    /// The old ones stay until the new ones are ready, and for good if those cannot be loaded; keys
    /// that are down end on the old ones. Others that wait for a position are cancelled.
    ///
    /// - Parameters:
    ///   - fonts: The SoundFonts.
    ///   - engine: The engine whose voices play them; `nil` for the one in use.
    ///   - isStrict: Whether they are refused if they lack a preset in use.
    ///   - position: The position at which they take over; `nil` for as soon as they are ready.
    /// - Returns: What they lack, when they are in use, or ready if there is a position.
    /// - Throws: Status 66 if there is a position and nothing is loaded, 64 for a position that does
    ///   not exist, 65 if they are refused.
    func loadFonts(
        _ fonts: [SoundFontReference],
        engine: SynthesisEngine?,
        isStrict: Bool,
        at position: Position?
    ) async throws -> LoadedFonts {
        // A position that does not exist need not wait for the SoundFonts.
        if let position { _ = try run.frame(of: position, in: try run.loadedPiece()) }
        return try await inTurn { [self] in
            let change = InstrumentsChange(
                kind: .fonts,
                areNamedByClient: { true },
                instruments: { self.instruments(with: fonts, engine) },
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
            return try await make(change, for: Command.LoadFont.name, at: position)
        }
    }

    /// The instruments, with other SoundFonts for what no rule takes.
    private func instruments(
        with fonts: [SoundFontReference],
        _ engine: SynthesisEngine?
    ) -> Instruments {
        var instruments = loader.fonts.instruments
        instruments.setFonts(fonts, engine: engine)
        return instruments
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
