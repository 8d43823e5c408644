import SamplerHost
import Sequencer
import Wording

extension SoundOptions {
    /// Says which SoundFont was found where none was named.
    func reportFoundFont(_ fonts: [SoundFontReference]) {
        guard sf2.isEmpty, let font = fonts.first else { return }
        Console.report("SoundFont \(font.path) (name another with --sf2)")
    }

    /// Says that a song's own SoundFont plays, and which one was found for what it lacks.
    ///
    /// - Parameters:
    ///   - song: The song's name.
    ///   - fonts: The fonts besides its own.
    func reportEmbeddedFont(of song: String, _ fonts: [SoundFontReference]) {
        guard sf2.isEmpty, let font = fonts.first else { return }
        Console.report(
            "\(song): uses its own SoundFont; missing presets come from \(font.path)"
        )
    }
}

extension Console {
    /// Says which sounds of the music the fonts lack, and which samples cannot be played.
    ///
    /// - Parameters:
    ///   - rack: The samplers that play it.
    ///   - file: The file that it is about, where there may be several.
    ///   - metronome: The click, which is not one of the music's samplers.
    static func report(
        fontsOf rack: SamplerRack,
        file: String? = nil,
        metronome: Metronome? = nil
    ) {
        let prefix = file.map { "\($0): " } ?? ""
        let missing = rack.substitutions.map { substitution in
            let isClick = metronome.map { Int($0.port) } == substitution.sampler
            return isClick
                ? "no drum kit in the fonts for the metronome: \(substitution.consequence)"
                : substitution.description
        }
        for line in BoundedLines.of(missing) + BoundedLines.of(rack.sampleFaults.map(\.description))
        {
            report(prefix + line)
        }
    }
}
