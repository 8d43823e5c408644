import SoundFont

/// A drum kit: which sound is on which key.
struct Kit {
    /// The level of a hit without attenuation above ``Loudness/target``, decibels: a hit is short,
    /// and has to stand out of the notes.
    private static let prominence = 6.0

    private var hits: [(key: Int, layers: [Layer])] = []

    /// Puts sounds on a key, in the place of what was there.
    mutating func put(_ key: Int, _ layers: Layer..., change: (inout Layer) -> Void = { _ in }) {
        hits.removeAll { $0.key == key }
        hits.append((key, layers.map { $0.with(change) }))
    }

    /// Changes what is on some keys.
    mutating func change(_ keys: [Int], _ change: (inout Layer) -> Void) {
        for index in hits.indices where keys.contains(hits[index].key) {
            for layer in hits[index].layers.indices { change(&hits[index].layers[layer]) }
        }
    }

    /// Puts a kit's sound on another key too.
    mutating func put(_ key: Int, from source: Int, change: (inout Layer) -> Void) {
        guard let hit = hits.first(where: { $0.key == source }) else { return }
        hits.removeAll { $0.key == key }
        hits.append((key, hit.layers.map { $0.with(change) }))
    }

    /// The zones by rising key.
    var zones: [FontFile.Zone] {
        let shared = Layer.drum([]).globalZone
        let zones = hits.sorted { $0.key < $1.key }.flatMap { hit in
            hit.layers.compactMap { layer in
                layer.with { $0.attenuation -= Self.prominence }
                    .zone(onKey: hit.key, shared: shared.settings)
            }
        }
        return [shared] + zones
    }
}

extension Bank {
    /// Adds a kit as a program of the drum bank.
    mutating func kit(_ program: Int, _ name: String, _ kit: Kit) {
        let instrument = file.add(FontFile.Instrument(name: name, zones: kit.zones))
        file.presets.append(
            FontFile.Preset(
                name: name,
                bank: 128,
                program: program,
                zones: [FontFile.Zone(settings: [Setting(.instrument, instrument)])]
            )
        )
    }
}
