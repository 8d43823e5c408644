import SoundFont

/// The waves of `sample=*sine` and the like, an octave of keys for each.
enum SFZWaves {
    /// The shape of a sample's name; `nil` for one that is not known.
    static func shape(_ name: String) -> GeneratedWave.Shape? {
        switch name.lowercased() {
        case "*tri": .triangle
        case "*gnoise": .noise
        case let name: GeneratedWave.Shape(rawValue: String(name.dropFirst()))
        }
    }

    /// The regions that play a wave on the keys of a region.
    ///
    /// A wave has the pitch of its key, whatever was recorded on which.
    static func regions(
        _ shape: GeneratedWave.Shape,
        _ region: Region,
        _ sources: inout SourceList
    ) -> [Region] {
        func playing(_ wave: GeneratedWave, _ keys: ZoneRange) -> Region {
            var part = region
            part.source = sources.index(of: wave, region.position)
            part.keys = keys
            part.rootKey = wave.recording.rootKey
            part.loopMode = .continuous
            (part.loopStart, part.loopEnd, part.end) = (nil, nil, nil)
            return part
        }
        guard shape != .noise else {
            var noise = playing(GeneratedWave(.noise, period: 1), region.keys)
            noise.set(.scaleTuning, 0, default: 100)
            return [noise]
        }
        guard let keys = region.keys.numbers else { return [region] }
        let keycenter = Double(region.rootKey ?? 60)
        let scaling = region.generators.first { $0.kind == .scaleTuning }
        let scale = Double(scaling?.amount ?? 100)
        var parts: [Region] = []
        for key in keys {
            let tracked: Double = scale * (Double(key) - keycenter)
            let cents: Double = 100 * keycenter + tracked + region.tuning
            let octaves = GeneratedWave.octaves
            let period = (octaves.last { $0.cents <= cents } ?? octaves[0]).period
            let wave = GeneratedWave(shape, period: period)
            let number = UInt8(key)
            if let last = parts.indices.last,
                sources.sources[parts[last].source].location == .generated(wave)
            {
                parts[last].keys.high = number
                continue
            }
            var part = playing(wave, ZoneRange(number, number))
            let root = Double(part.rootKey ?? 60)
            part.tuning += (100 - scale) * (keycenter - root)
            parts.append(part)
        }
        return parts
    }
}
