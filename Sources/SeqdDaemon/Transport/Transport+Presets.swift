import ControlProtocol
import Playback
import SamplerHost
import Sequencer

/// The presets that SoundFonts lack.
extension Transport {
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
