import ControlProtocol
import Playback
import SamplerHost
import Sequencer
import Wording

/// SoundFonts, and the samplers that are made anew for them while everything sounds on.
extension DaemonInstruments {
    /// Loads SoundFonts, and then plays everything with them, at once or from a position on.
    ///
    /// The old ones stay until the new ones are ready, and for good if those cannot be loaded; keys
    /// that are down end on the old ones. Others that wait for a position are cancelled.
    ///
    /// - Parameters:
    ///   - fonts: The SoundFonts.
    ///   - isStrict: Whether they are refused if they lack a preset in use.
    ///   - position: The position at which they take over; `nil` for as soon as they are ready.
    /// - Returns: What they lack, when they are in use, or ready if there is a position.
    /// - Throws: Status 66 if there is a position and nothing is loaded, 64 for a position that does
    ///   not exist, 65 if they are refused.
    func loadFonts(
        _ fonts: [SoundFontReference],
        isStrict: Bool,
        at position: Position?
    ) async throws -> LoadedFonts {
        // A position that does not exist need not wait for the SoundFonts.
        if let position { _ = try run.frame(of: position, in: try run.loadedPiece()) }
        return try await inTurn { [self] in
            let change = InstrumentsChange(
                kind: .fonts,
                areNamedByClient: { true },
                instruments: { self.instruments(with: fonts) },
                check: { prepared throws(RequestError) in
                    let missing = try self.missingPresets(in: prepared, isStrict: isStrict)
                    let faults = prepared.live.sampleFaults.map(\.description)
                    return LoadedFonts(
                        substitutions: missing,
                        warnings: BoundedLines.of(faults)
                    )
                }
            )
            return try await make(change, for: Command.LoadFont.name, at: position)
        }
    }

    /// The instruments, with other SoundFonts for what no rule takes.
    private func instruments(with fonts: [SoundFontReference]) -> Instruments {
        var instruments = loader.fonts.instruments
        instruments.setFonts(fonts)
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
}
