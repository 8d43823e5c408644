import SoundFont

/// The bank while it is made: the file, and the sounds that several programs share.
struct Bank {
    var file = FontFile()
    var palette = Palette()

    /// Adds a program of bank 0, or a variation of one in another bank.
    mutating func program(_ number: Int, _ name: String, bank: Int = 0, _ layers: Layer...) {
        var zones: [FontFile.Zone] = []
        for (index, plain) in layers.enumerated() {
            let layer = plain.with { $0.attenuation += Balance.attenuation[number] }
            let instrument = file.add(
                FontFile.Instrument(
                    name: layers.count == 1 ? name : name + " \(index + 1)",
                    zones: layer.zones
                )
            )
            zones.append(FontFile.Zone(settings: [Setting(.instrument, instrument)]))
        }
        file.presets.append(
            FontFile.Preset(name: name, bank: bank, program: number, zones: zones)
        )
    }

    /// Adds one sample for each key.
    mutating func samples(_ name: String, _ keys: [Int], _ tone: (Int) -> Tone) -> SampleSet {
        keys.map { file.add(tone($0).sample(name)) }
    }
}
