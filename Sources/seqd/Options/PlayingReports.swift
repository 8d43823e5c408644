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
    ///   - metronome: The sampler of the clicks, where some are heard.
    static func report(
        fontsOf rack: SamplerRack,
        file: String? = nil,
        metronome: SamplerRack? = nil
    ) {
        let prefix = file.map { "\($0): " } ?? ""
        let missing = rack.substitutions.map(\.description)
        let missingForClicks = (metronome?.substitutions ?? []).map {
            "no drum kit in the fonts for the metronome: \($0.consequence)"
        }
        var faults = rack.sampleFaults.map(\.description)
        for fault in metronome?.sampleFaults ?? [] where !faults.contains(fault.description) {
            faults.append(fault.description)
        }
        for line in BoundedLines.of(missing + missingForClicks) + BoundedLines.of(faults) {
            report(prefix + line)
        }
    }
}
