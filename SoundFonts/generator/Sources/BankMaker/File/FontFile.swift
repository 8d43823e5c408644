import SoundFont

/// A SoundFont 2.04 file as it is collected: samples, instruments, presets.
struct FontFile {
    struct Zone {
        var settings: [Setting]
        var modulators: [Modulator] = []
    }

    struct Instrument {
        var name: String
        var zones: [Zone]
    }

    struct Preset {
        var name: String
        var bank: Int
        var program: Int
        var zones: [Zone]
    }

    var samples: [Sample] = []
    var instruments: [Instrument] = []
    var presets: [Preset] = []

    /// Adds a sample and returns its index.
    mutating func add(_ sample: Sample) -> SampleReference {
        samples.append(sample)
        return SampleReference(
            index: samples.count - 1,
            rootKey: sample.rootKey,
            isLooped: sample.loop != nil,
            loudness: sample.loudness
        )
    }

    /// Adds an instrument and gives its index.
    mutating func add(_ instrument: Instrument) -> Int {
        instruments.append(instrument)
        return instruments.count - 1
    }
}
