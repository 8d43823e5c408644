import CFluidSynth

/// Compressed samples, and those of instruments, that are decoded while the instance plays.
extension FluidSynthInstance {
    package var undecodedSamples: [OpenFonts.Sample] { undecodedSamples { _, _ in true } }

    package func undecodedSamples(for choice: PresetSubstitution.Choice) -> [OpenFonts.Sample] {
        guard let present = fonts.present(choice) else { return [] }
        return undecodedSamples { bank, program in
            bank == present.bank && program == present.program
        }
    }

    private func undecodedSamples(
        where isUsed: (_ bank: Int, _ program: Int) -> Bool
    ) -> [OpenFonts.Sample] {
        fonts.fonts.enumerated().flatMap { number, font in
            let (tables, samples) = (font.shared.tables, font.shared.samples)
            let used = fonts.played(in: number, where: isUsed).flatMap(tables.samples(ofPreset:))
            return Set(used).sorted().compactMap { index -> OpenFonts.Sample? in
                guard samples.mustBeDecoded(index),
                    samples.isUnfinished(index) || !hasSample(index, ofFont: number)
                else { return nil }
                return OpenFonts.Sample(font: number, sample: index)
            }
        }
    }

    package func decode(_ sample: OpenFonts.Sample) {
        let samples = fonts.fonts[sample.font].shared.samples
        samples.prepare(CollectionOfOne(sample.sample))
        guard var data = unsafe samples.sample(sample.sample) else { return }
        let pointer = unsafe parts[sample.font].pointer
        _ = unsafe seqd_set_sample(pointer, UInt32(sample.sample), &data)
    }
}
