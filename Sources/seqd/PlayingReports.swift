import SamplerHost
import Sequencer

extension SoundOptions {
    /// Says which SoundFont was found where none was named.
    func reportFoundFont(_ fonts: [SoundFontReference]) {
        guard sf2.isEmpty, let font = fonts.first else { return }
        Console.report("SoundFont \(font.path) (name another with --sf2)")
    }
}

extension Console {
    /// Says which sounds of the music the fonts lack.
    ///
    /// - Parameters:
    ///   - substitutions: What was replaced.
    ///   - all: Whether a variation that is replaced by its basic sound is worth a line too: files
    ///     for Roland's and Yamaha's instruments count on that.
    ///   - file: The file that it is about, where there may be several.
    ///   - metronome: The click, which is none of the music's samplers.
    static func report(
        _ substitutions: [PresetSubstitution],
        all: Bool,
        file: String? = nil,
        metronome: Metronome? = nil
    ) {
        for substitution in substitutions where all || substitution.isAnotherInstrument {
            let isClick = metronome.map { Int($0.port) } == substitution.sampler
            let sound = substitution.substitute.map { "\($0.bank):\($0.program) sounds instead" }
            let text =
                isClick
                ? "no drums in the fonts for the metronome: \(sound ?? "it is silent")"
                : substitution.description
            report((file.map { "\($0): " } ?? "") + text)
        }
    }
}
