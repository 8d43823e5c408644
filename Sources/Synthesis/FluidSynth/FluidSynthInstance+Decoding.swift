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
    package var undecodedSamples: [FontSample] { undecodedSamples { _, _ in true } }

    /// Those that a selected preset plays, or its substitute where no font has it.
    package func undecodedSamples(for choice: PresetSubstitution.Choice) -> [FontSample] {
        guard let present = fonts.present(choice) else { return [] }
        return undecodedSamples { bank, program in
            bank == present.bank && program == present.program
        }
    }

    private func undecodedSamples(
        where isUsed: (_ bank: Int, _ program: Int) -> Bool
    ) -> [FontSample] {
        fonts.fonts.enumerated().flatMap { number, font in
            let (tables, samples) = (font.shared.tables, font.shared.samples)
            let used = fonts.played(in: number, where: isUsed).flatMap(tables.samples(ofPreset:))
            return Set(used).sorted().compactMap { index -> FontSample? in
                guard samples.mustBeDecoded(index),
                    samples.isUnfinished(index) || !hasSample(index, ofFont: number)
                else { return nil }
                return FontSample(font: number, sample: index)
            }
        }
    }

    /// Decodes a sample; from then on notes play it, unless it cannot be decoded or there is no memory
    /// for it.
    ///
    /// One thread at a time, also while another plays.
    package func decode(_ sample: FontSample) {
        let samples = fonts.fonts[sample.font].shared.samples
        samples.prepare(CollectionOfOne(sample.sample))
        guard var data = unsafe samples.sample(sample.sample) else { return }
        let pointer = unsafe parts[sample.font].pointer
        _ = unsafe seqd_set_sample(pointer, UInt32(sample.sample), &data)
    }
}
