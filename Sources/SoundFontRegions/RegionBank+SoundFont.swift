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
        let bank = reading.bank
        func number(_ preset: SoundBank.Preset) -> Int {
            Int(preset.bank) << 16 | Int(preset.program)
        }
        let order = bank.presets.indices.sorted {
            let (one, other) = (number(bank.presets[$0]), number(bank.presets[$1]))
            return one == other ? $0 > $1 : one < other
        }
        self.init(bank, presets: order.filter { !bank.presets[$0].zones.isEmpty }) {
            RegionSample(bank.samples[$0], in: reading.layout, frames: frames)
        }
    }

    /// Takes some presets of a SoundFont.
    ///
    /// - Parameters:
    ///   - bank: The font.
    ///   - order: The indices of its presets.
    ///   - defaults: The modulators that the regions of the preset of an index have by default.
    ///   - sample: The sample of an index; `nil` for one that cannot be played, whose zones are left
    ///     out.
    public init(
        _ bank: SoundBank,
        presets order: [Int],
        defaults: (Int) -> [RegionModulator] = { _ in RegionModulator.defaults },
        sample: (Int) -> RegionSample?
    ) {
        self.init()
        // By the index of a sample in the font; `nil` for one that cannot be played.
        var indices: [Int: Int?] = [:]
        func index(ofSample number: Int) -> Int? {
            if let known = indices[number] { return known }
            var index: Int?
            if let playable = sample(number) {
                index = samples.count
                samples.append(playable)
            }
            indices[number] = .some(index)
            return index
        }
        for number in order {
            let preset = bank.presets[number]
            presets.append(
                RegionPreset(
                    bank: Int(preset.bank),
                    program: Int(preset.program),
                    name: preset.name,
                    regions: Self.regions(
                        of: preset,
                        in: bank,
                        defaults: defaults(number),
                        sample: index
                    )
                )
            )
        }
    }

    /// The most regions of a preset: more are a font's attempt to take all memory.
    private static let regionLimit = 20_000

    private static func regions(
        of preset: SoundBank.Preset,
        in bank: SoundBank,
        defaults: [RegionModulator],
        sample: (Int) -> Int?
    ) -> [Region] {
        var regions: [Region] = []
        // FluidSynth starts voices from the last zone on.
        for zone in preset.zones.reversed() {
            guard let target = zone.target, bank.instruments.indices.contains(target) else {
                continue
            }
            let instrument = bank.instruments[target]
            for inner in instrument.zones.reversed() {
                guard let target = inner.target, let sample = sample(target),
                    regions.count < regionLimit
                else { continue }
                let zones = ZonePair(
                    preset: zone,
                    presetGlobal: preset.global,
                    instrument: inner,
                    instrumentGlobal: instrument.global
                )
                guard let region = zones.region(sample: sample, defaults: defaults) else {
                    continue
                }
                regions.append(region)
            }
        }
        return regions
    }
}
