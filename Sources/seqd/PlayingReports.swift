import SamplerHost

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
    static func report(
        _ substitutions: [PresetSubstitution],
        all: Bool,
        file: String? = nil
    ) {
        for substitution in substitutions where all || substitution.isAnotherInstrument {
            report((file.map { "\($0): " } ?? "") + substitution.description)
        }
    }
}
