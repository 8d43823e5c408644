import SoundFont

extension FontFile {
    /// The presets that a selection names and the file does not have.
    func missing(_ presets: [PresetNumber]) -> [PresetNumber] {
        presets.filter { number in
            !self.presets.contains { $0.bank == number.bank && $0.program == number.program }
        }
    }

    /// The file with some of its presets alone, and the instruments and samples that they play.
    func keeping(_ presets: [PresetNumber]) -> FontFile {
        var file = FontFile()
        var instrumentIndex: [Int: Int] = [:]
        var sampleIndex: [Int: Int] = [:]
        for preset in self.presets
        where presets.contains(where: { $0.bank == preset.bank && $0.program == preset.program }) {
            var preset = preset
            preset.zones.change(.instrument) { old in
                if let known = instrumentIndex[old] { return known }
                var instrument = instruments[old]
                instrument.zones.change(.sample) { old in
                    if let known = sampleIndex[old] { return known }
                    file.samples.append(samples[old])
                    sampleIndex[old] = file.samples.count - 1
                    return file.samples.count - 1
                }
                let new = file.add(instrument)
                instrumentIndex[old] = new
                return new
            }
            file.presets.append(preset)
        }
        return file
    }
}

extension [FontFile.Zone] {
    /// Changes the amount of a generator wherever it is set.
    fileprivate mutating func change(_ generator: GeneratorKind, _ change: (Int) -> Int) {
        for zone in indices {
            for index in self[zone].settings.indices
            where self[zone].settings[index].generator == generator {
                self[zone].settings[index].amount = change(self[zone].settings[index].amount)
            }
        }
    }
}
