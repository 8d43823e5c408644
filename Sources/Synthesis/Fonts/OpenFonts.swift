package import Platform
package import Racks

/// The fonts of an instance, first priority first, and the presets that they have.
package struct OpenFonts {
    /// A font, and its place among the others.
    package struct Font {
        package let reference: SoundFontReference
        package let shared: SharedSoundFont
        /// The banks and programs of its presets, without its offset.
        package let presets: Set<PresetSubstitution.Choice>
    }

    /// A sample of one of the fonts.
    package struct Sample: Hashable {
        /// The number of the font.
        package let font: Int
        /// The index of the sample.
        package let sample: Int
    }

    /// The fonts, first priority first.
    package let fonts: [Font]

    /// Opens fonts.
    ///
    /// Reads files that are not in use: loader's thread only.
    ///
    /// - Parameter references: The fonts; each file is checked.
    /// - Throws: As `SoundFontFile.check(_:)`.
    package init(_ references: [SoundFontReference]) throws(HostError) {
        var fonts: [Font] = []
        for reference in references {
            let shared = try SharedSoundFont.open(reference)
            let presets = shared.zones.presets.map {
                PresetSubstitution.Choice(bank: $0.bank, program: $0.program)
            }
            fonts.append(Font(reference: reference, shared: shared, presets: Set(presets)))
        }
        self.fonts = fonts
    }

    /// The first presets of the fonts.
    package var firstPresets: PresetSubstitution.First {
        PresetSubstitution.First(
            of: presets.lazy.map { .init(bank: $0.bank, program: $0.program) }
        )
    }

    /// The index of the font that plays a preset: the first that has it.
    package func index(of choice: PresetSubstitution.Choice) -> Int? {
        fonts.firstIndex { font in
            let bank = choice.bank - font.reference.bankOffset
            return font.presets.contains(.init(bank: bank, program: choice.program))
        }
    }

    /// The preset that plays where one is selected: itself or its substitute; `nil` for none.
    package func present(_ choice: PresetSubstitution.Choice) -> PresetSubstitution.Choice? {
        PresetSubstitution.choices(
            forBank: choice.bank,
            program: choice.program,
            first: firstPresets
        ).first { index(of: $0) != nil }
    }

    /// All presets of all fonts, in the order of the fonts, each font's sorted.
    package var presets: [Preset] {
        fonts.flatMap { font in
            font.shared.zones.presets.map { preset in
                Preset(
                    bank: preset.bank + font.reference.bankOffset,
                    program: preset.program,
                    name: preset.name
                )
            }
        }
    }

    /// The presets of a font that are used and not those of another one.
    ///
    /// - Parameters:
    ///   - number: The index of the font.
    ///   - isUsed: Tells whether a bank's program is of interest.
    /// - Returns: The indices of the presets in the font.
    package func played(
        in number: Int,
        where isUsed: (_ bank: Int, _ program: Int) -> Bool
    ) -> [Int] {
        let font = fonts[number]
        var known: Set<PresetSubstitution.Choice> = []
        return font.shared.zones.presets.enumerated().compactMap { index, preset in
            let bank = preset.bank + font.reference.bankOffset
            let choice = PresetSubstitution.Choice(bank: bank, program: preset.program)
            // Of equal ones the first is played.
            guard known.insert(choice).inserted, isUsed(bank, preset.program),
                self.index(of: choice) == number
            else { return nil }
            return index
        }
    }

    /// The faults of the samples of presets.
    ///
    /// - Parameter isUsed: Tells whether a bank's program is of interest.
    /// - Returns: The faults, in the order of the fonts and their presets.
    package func sampleFaults(
        where isUsed: (_ bank: Int, _ program: Int) -> Bool
    ) -> [SampleFault] {
        var faults: [SampleFault] = []
        for (number, font) in fonts.enumerated() {
            for index in played(in: number, where: isUsed) {
                let found = font.shared.zones.sampleFaults(
                    ofPreset: index,
                    isUndecodable: font.shared.samples.isUndecodable
                )
                faults += found.map { $0.moved(by: font.reference.bankOffset) }
            }
        }
        return faults
    }

    /// Whether samples have to be decoded or read.
    package var haveDecodedSamples: Bool { fonts.contains { $0.shared.samples.areDecoded } }
}
