public import Instruments
public import Voices

extension RegionBank {
    /// Takes the regions of an SFZ file.
    ///
    /// - Parameters:
    ///   - instrument: The file.
    ///   - recordings: The facts about its recordings; `nil` for those that cannot be read, whose
    ///     regions are left out.
    ///   - sides: The sides of a recording, one or two.
    ///   - wave: The frames of a wave; `nil` for none.
    ///   - findings: Takes what of the file is not carried out.
    public init(
        _ instrument: SFZInstrument,
        recordings: [Recording?],
        sides: (Int) -> [SampleFrames],
        wave: (GeneratedWave) -> SampleFrames?,
        findings: inout [InstrumentDiagnostic]
    ) {
        self.init()
        let readers = instrument.regions.map { RegionReader($0) }
        for (reader, written) in zip(readers, instrument.regions) where reader.sample.isEmpty {
            findings.append(
                InstrumentDiagnostic(
                    .error,
                    written.position,
                    "<region>",
                    "no sample; the region is silent"
                )
            )
        }
        findings += SFZInstrument.unreadable(readers.lazy.flatMap(\.unreadable))
        findings += SFZInstrument.unsupported(readers.lazy.flatMap(\.unknown))
        let used = readers.reduce(into: Set<Int>()) { $0.formUnion($1.usedControllers) }
        var samples = SampleIndices()
        let switches = Self.switches(readers)
        var played: [(reader: RegionReader, region: Region)] = []
        for (reader, written) in zip(readers, instrument.regions) {
            let recording = written.source.flatMap {
                recordings.indices.contains($0) ? recordings[$0] : nil
            }
            let parts = samples.parts(
                reader,
                written.source,
                recording,
                sides: sides,
                wave: wave,
                usedControllers: used
            )
            for part in parts { played.append((reader, part)) }
        }
        self.samples = samples.samples
        var controls = PresetControls()
        for (number, value) in instrument.controllers where (0..<512).contains(number) {
            controls.initialValues[number] = Float(value / 127)
        }
        for (number, values) in instrument.curves.sorted(by: { $0.key < $1.key }) where number < 256
        {
            while controls.curves.count <= number {
                controls.curves.append(PresetControls.standardCurves[0])
            }
            controls.curves[number] = values.map { Float(max(-1, min($0, 1))) }
        }
        (controls.switchKeys, controls.switchDefault) = switches
        presets = Self.sounds(played, instrument.name, controls)
    }

    /// The keys that switch, and the one that counts as struck at first.
    private static func switches(
        _ readers: [RegionReader]
    ) -> (keys: ClosedRange<UInt8>?, first: UInt8?) {
        var (low, high, first) = (255.0, -1.0, Double?.none)
        for reader in readers {
            if let number = reader.switchDefault { first = number }
            guard let start = reader.lastSwitch.low ?? reader.lastSwitch.high else { continue }
            low = min(low, start)
            high = max(high, reader.lastSwitch.high ?? start)
        }
        guard low <= high, high >= 0 else { return (nil, nil) }
        return (
            UInt8(max(0, min(low, 127)))...UInt8(min(high, 127)),
            first.map { UInt8(clamping: Int($0)) }
        )
    }

    /// The presets by programs, and the drum kit of channel 10.
    private static func sounds(
        _ played: [(reader: RegionReader, region: Region)],
        _ name: String,
        _ controls: PresetControls
    ) -> [RegionPreset] {
        let isDrums = { (reader: RegionReader) in reader.channels == 10...10 }
        let hasDrums =
            played.contains { isDrums($0.reader) } && played.contains { !isDrums($0.reader) }
        var sounds = programs(
            played.filter { !hasDrums || !isDrums($0.reader) },
            name,
            controls,
            bank: 0
        )
        if hasDrums {
            let kit = played.filter {
                isDrums($0.reader)
                    || $0.reader.programs == 0...127 && $0.reader.channels.contains(10)
            }
            sounds += programs(kit, name, controls, bank: 128)
        }
        return sounds
    }

    private static func programs(
        _ played: [(reader: RegionReader, region: Region)],
        _ name: String,
        _ controls: PresetControls,
        bank: Int
    ) -> [RegionPreset] {
        let limited = played.filter { $0.reader.programs != 0...127 }
        let numbers = Set(limited.flatMap { Array($0.reader.programs) })
        return (numbers.isEmpty ? [0] : numbers.sorted()).compactMap { number in
            let regions = played.filter { $0.reader.programs.contains(number) }
            guard !regions.isEmpty else { return nil }
            var preset = RegionPreset(
                bank: bank,
                program: number,
                name: numbers.isEmpty
                    ? name : regions.compactMap(\.reader.label).first ?? "\(number) \(name)",
                regions: regions.map(\.region)
            )
            preset.controls = controls
            return preset
        }
    }
}
