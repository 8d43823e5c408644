import ControlProtocol
import Logging
import Playback
import SamplerHost
import Sequencer

/// Presets that the SoundFonts lack, and what sounds in their place.
extension Transport {
    /// Those of the song that is loaded and those of the live inputs.
    var substitutions: [PresetSubstitution] {
        (song?.rack.substitutions ?? []) + metronomeSubstitutions + liveSubstitutions
    }

    /// Those of the metronome, on a sampler behind the song's.
    private var metronomeSubstitutions: [PresetSubstitution] {
        guard let sequence = song?.sequence, sequence.hasBars else { return [] }
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

    /// Tells of those of the metronome.
    func tellMetronomeSubstitutions() {
        for substitution in metronomeSubstitutions {
            logger.warning("\(substitution)")
            events(.substitution(substitution, file: nil))
        }
    }

    /// Tells of those that live inputs have selected: of each preset once for a stack of fonts.
    func tellLiveSubstitutions() {
        for substitution in engine.takeSubstitutions() {
            let isKnown = liveSubstitutions.contains {
                $0.bank == substitution.bank && $0.program == substitution.program
            }
            guard !isKnown else { continue }
            liveSubstitutions.append(substitution)
            logger.warning("\(substitution)")
            events(.substitution(substitution, file: nil))
        }
    }

    /// Tells of those of the song that is loaded: once for an entry of the queue.
    ///
    /// - Parameter isNew: Whether the fonts are others than when it was told last.
    func tellSongSubstitutions(isNew: Bool = false) {
        guard let song, isNew || song.entry != entryToldOfPresets else { return }
        entryToldOfPresets = song.entry
        let file = queue[song.entry]?.path
        for substitution in song.rack.substitutions + metronomeSubstitutions {
            logger.warning("\(file.map { "\($0): " } ?? "")\(substitution)")
            events(.substitution(substitution, file: file))
        }
    }
}
