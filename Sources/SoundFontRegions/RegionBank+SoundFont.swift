public import SoundFont
public import Voices

extension RegionBank {
    /// Takes the presets of a SoundFont, sorted by bank and program; of equal ones the first is the
    /// one that plays.
    ///
    /// Zones without a sample that can be played are left out, compressed samples too.
    ///
    /// - Parameters:
    ///   - reading: The font.
    ///   - frames: Its sample data.
    public init(_ reading: SoundBankReading, frames: SampleFrames) {
        self.init()
        let bank = reading.bank
        // The indices of the samples that can be played.
        var indices: [Int: Int] = [:]
        for (index, sample) in bank.samples.enumerated() {
            guard let playable = RegionSample(sample, in: reading.layout, frames: frames) else {
                continue
            }
            indices[index] = samples.count
            samples.append(playable)
        }
        func number(_ preset: SoundBank.Preset) -> Int {
            Int(preset.bank) << 16 | Int(preset.program)
        }
        let order = bank.presets.indices.sorted {
            let (one, other) = (number(bank.presets[$0]), number(bank.presets[$1]))
            return one == other ? $0 > $1 : one < other
        }
        for index in order where !bank.presets[index].zones.isEmpty {
            let preset = bank.presets[index]
            presets.append(
                RegionPreset(
                    bank: Int(preset.bank),
                    program: Int(preset.program),
                    name: preset.name,
                    regions: Self.regions(of: preset, in: bank, samples: indices)
                )
            )
        }
    }

    /// The most regions of a preset: more are a font's attempt to take all memory.
    private static let regionLimit = 20_000

    private static func regions(
        of preset: SoundBank.Preset,
        in bank: SoundBank,
        samples: [Int: Int]
    ) -> [Region] {
        var regions: [Region] = []
        // FluidSynth starts voices from the last zone on.
        for zone in preset.zones.reversed() {
            guard let target = zone.target, bank.instruments.indices.contains(target) else {
                continue
            }
            let instrument = bank.instruments[target]
            for inner in instrument.zones.reversed() {
                guard let target = inner.target, let sample = samples[target],
                    regions.count < regionLimit
                else { continue }
                let zones = ZonePair(
                    preset: zone,
                    presetGlobal: preset.global,
                    instrument: inner,
                    instrumentGlobal: instrument.global
                )
                if let region = zones.region(sample: sample) { regions.append(region) }
            }
        }
        return regions
    }
}
