import CFluidSynth

/// Compressed samples, and those of instruments, that are decoded while the instance plays.
extension FluidSynthInstance {
    /// A sample of one of its fonts.
    package struct FontSample: Hashable {
        /// The number of the font.
        package let font: Int
        /// The index of the sample.
        package let sample: Int
    }

    /// The samples of its presets that are silent, but for their beginning, until they are decoded, in
    /// the order of the fonts.
    package var undecodedSamples: [FontSample] {
        fonts.indices.flatMap { number in
            undecoded(played(in: fonts[number], where: { _, _ in true }), ofFont: number)
        }
    }

    /// Those that a selected preset plays, or its substitute where no font has it.
    package func undecodedSamples(for choice: PresetSubstitution.Choice) -> [FontSample] {
        guard let present = present(choice) else { return [] }
        return fonts.indices.flatMap { number in
            let presets = played(in: fonts[number]) { bank, program in
                bank == present.bank && program == present.program
            }
            return undecoded(presets, ofFont: number)
        }
    }

    /// The preset that plays where one is selected: itself or its substitute; `nil` for none.
    package func present(_ choice: PresetSubstitution.Choice) -> PresetSubstitution.Choice? {
        PresetSubstitution.choices(
            forBank: choice.bank,
            program: choice.program,
            first: firstPresets
        ).first { hasPreset(bank: $0.bank, program: $0.program) }
    }

    private func undecoded(_ presets: [Int], ofFont number: Int) -> [FontSample] {
        let font = fonts[number]
        var found: Set<Int> = []
        for preset in presets { found.formUnion(font.shared.tables.samples(ofPreset: preset)) }
        return found.sorted().compactMap { index in
            guard font.shared.samples.mustBeDecoded(index),
                unsafe font.shared.samples.isUnfinished(index)
                    || !seqd_has_sample(font.pointer, UInt32(index))
            else { return nil }
            return FontSample(font: number, sample: index)
        }
    }

    /// Decodes a sample; from then on notes play it, unless it cannot be decoded or there is no memory
    /// for it.
    ///
    /// One thread at a time, also while another plays.
    package func decode(_ sample: FontSample) {
        let font = fonts[sample.font]
        font.shared.samples.prepare(CollectionOfOne(sample.sample))
        guard var data = unsafe font.shared.samples.sample(sample.sample) else { return }
        _ = unsafe seqd_set_sample(font.pointer, UInt32(sample.sample), &data)
    }
}
