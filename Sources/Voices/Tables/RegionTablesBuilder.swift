/// Collects the tables of a bank; equal values and modulators are stored once.
struct RegionTablesBuilder {
    /// A region, with positions in the tables.
    struct RegionEntry {
        var velocities: ClosedRange<UInt8>
        var values: Range<Int>
        var ownParameters: UInt64
        var modulators: Range<Int>
        var sample: Int
        /// The index of its articulation; `nil` for a SoundFont's zone.
        var articulation: Int?
    }

    /// A preset, with positions in the tables.
    struct PresetEntry {
        var starts: Int
        var order: Int
        var orderCount: Int
        var regions: Int
        var regionCount: Int
        /// The index of the controls of its articulations; `nil` without any.
        var controls: Int?
        /// Whether its notes may end those of other keys.
        var linksKeys: Bool
    }

    private(set) var values = ValuePool<Double>()
    private(set) var modulators = ValuePool<RegionModulator>()
    private(set) var articulations = ArticulationTablesBuilder()
    private(set) var numbers: [UInt32] = []
    private(set) var regions: [RegionEntry] = []
    private(set) var presets: [PresetEntry] = []

    /// Adds a preset.
    ///
    /// - Parameters:
    ///   - preset: The preset.
    ///   - samples: The number of samples that there are.
    mutating func add(_ preset: RegionPreset, samples: Int) {
        let playable = preset.regions.filter { (0..<samples).contains($0.sample) }
        let first = regions.count
        let controls = articulations.begin(preset, playable)
        for region in playable {
            let isZone = region.articulation == nil
            regions.append(
                RegionEntry(
                    velocities: region.velocities,
                    values: values.add(isZone ? region.values.values : []),
                    ownParameters: region.ownParameters.rawValue,
                    modulators: modulators.add(isZone ? region.modulators : []),
                    sample: region.sample,
                    articulation: region.articulation.map { articulations.add($0, preset) }
                )
            )
        }
        var order: [UInt32] = []
        let starts = numbers.count
        for key: UInt8 in 0..<128 {
            numbers.append(UInt32(order.count))
            order += playable.indices.filter { playable[$0].keys.contains(key) }.map(UInt32.init)
        }
        numbers.append(UInt32(order.count))
        presets.append(
            PresetEntry(
                starts: starts,
                order: numbers.count,
                orderCount: order.count,
                regions: first,
                regionCount: playable.count,
                controls: controls,
                linksKeys: playable.contains(where: Self.linksKeys)
            )
        )
        numbers += order
    }

    /// Whether notes of a region may end those of other keys, or be ended by them.
    private static func linksKeys(_ region: Region) -> Bool {
        guard let articulation = region.articulation else {
            return region.values[.exclusiveClass] != 0
        }
        return articulation.conditions.offBy != nil || articulation.conditions.polyphony != nil
    }
}
