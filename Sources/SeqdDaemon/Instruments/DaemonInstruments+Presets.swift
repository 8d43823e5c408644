import ControlProtocol
import Playback
import SamplerHost
import Sequencer

/// The presets that SoundFonts lack.
extension DaemonInstruments {
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
