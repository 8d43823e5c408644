import CommandSupport
import SamplerHost
import Sequencer
import Wording

extension SoundOptions {
    /// Reports the SoundFont that was found, if none was named.
    ///
    /// - Parameters:
    ///   - fonts: The fonts of the parts that no rule takes.
    ///   - routing: The options that may have named them.
    func reportFoundFont(_ fonts: [SoundFontReference], _ routing: RoutingOptions) {
        guard sf2.isEmpty, routing.rack == nil, let font = fonts.first else { return }
        Console.report("SoundFont \(font.path) (name another with --sf2)")
    }

    /// Reports that a file's own SoundFont plays, and the one that was found for missing presets.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - fonts: The fonts besides its own.
    ///   - routing: The options that may have named them.
    func reportEmbeddedFont(
        of name: String,
        _ fonts: [SoundFontReference],
        _ routing: RoutingOptions
    ) {
        guard sf2.isEmpty, routing.rack == nil, let font = fonts.first else { return }
        Console.report(
            "\(name): uses its own SoundFont; missing presets come from \(font.path)"
        )
    }
}

extension Console {
    /// Reports the presets that the fonts lack, and samples that cannot be played.
    ///
    /// - Parameters:
    ///   - rack: The samplers.
    ///   - file: The name of the file, if there are several.
    ///   - metronome: The sampler of the clicks, if there are any.
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

    /// Reports findings about rules and a piece.
    ///
    /// - Parameters:
    ///   - findings: The findings in words.
    ///   - file: The name of the file, if there are several.
    static func report(_ findings: [String], of file: String?) {
        let prefix = file.map { "\($0): " } ?? ""
        for line in BoundedLines.of(findings) { report(prefix + line) }
    }
}
