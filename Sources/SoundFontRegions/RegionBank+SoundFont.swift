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
    ///   - mode: The rules by which it will be played: in exact mode cutoffs are brought into the
    ///     range of the specification, and presets without modulators of their own for CC71 … 78 and
    ///     the pressure of keys get those of ``RegionModulator/soundControllers``.
    public init(
        _ reading: SoundBankReading,
        frames: SampleFrames,
        mode: VoiceMode = .exact
    ) {
        let bank = reading.bank
        func number(_ preset: SoundBank.Preset) -> Int {
            Int(preset.bank) << 16 | Int(preset.program)
        }
        let order = bank.presets.indices.sorted {
            let (one, other) = (number(bank.presets[$0]), number(bank.presets[$1]))
            return one == other ? $0 > $1 : one < other
        }
        self.init(
            bank,
            presets: order.filter { !bank.presets[$0].zones.isEmpty },
            mode: mode
        ) {
            RegionSample(bank.samples[$0], in: reading.layout, frames: frames)
        }
    }

    /// Takes some presets of a SoundFont.
    ///
    /// - Parameters:
    ///   - bank: The font.
    ///   - order: The indices of its presets.
    ///   - mode: As in ``init(_:frames:mode:)``.
    ///   - limit: The most regions; further ones are left out.
    ///   - sample: The sample of an index; `nil` for one that cannot be played, whose zones are left
    ///     out.
    public init(
        _ bank: SoundBank,
        presets order: [Int],
        mode: VoiceMode = .exact,
        limit: Int = RegionBank.regionLimit,
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
        var regionCount = 0
        for number in order {
            let preset = bank.presets[number]
            var result = RegionPreset(
                bank: Int(preset.bank),
                program: Int(preset.program),
                name: preset.name,
                regions: Self.regions(
                    of: preset,
                    in: bank,
                    sample: index,
                    limit: limit - regionCount
                )
            )
            regionCount += result.regions.count
            if mode == .exact { result.addSoundControllers() }
            for index in result.regions.indices {
                result.regions[index].modulators.removeAll { $0.amount == 0 }
                if mode == .exact { result.regions[index].values.limitCutoff() }
            }
            presets.append(result)
        }
    }

    /// The most regions of a font: more are an attempt to take all memory.
    public static let regionLimit = 200_000
    /// The most pairs of zones of a preset that are looked at: more would take too much time.
    private static let pairLimit = 1_000_000

    private static func regions(
        of preset: SoundBank.Preset,
        in bank: SoundBank,
        sample: (Int) -> Int?,
        limit: Int
    ) -> [Region] {
        var regions: [Region] = []
        var pairs = 0
        // FluidSynth starts voices from the last zone on.
        for zone in preset.zones.reversed() {
            guard let target = zone.target, bank.instruments.indices.contains(target) else {
                continue
            }
            let instrument = bank.instruments[target]
            for inner in instrument.zones.reversed() {
                pairs += 1
                guard pairs <= pairLimit, regions.count < limit else { return regions }
                guard let target = inner.target, let sample = sample(target) else { continue }
                let zones = ZonePair(
                    preset: zone,
                    presetGlobal: preset.global,
                    instrument: inner,
                    instrumentGlobal: instrument.global
                )
                guard let region = zones.region(sample: sample) else {
                    continue
                }
                regions.append(region)
            }
        }
        return regions
    }
}
