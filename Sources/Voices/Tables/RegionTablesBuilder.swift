/// Collects the tables of a bank; equal values and modulators are stored once.
struct RegionTablesBuilder {
    /// A region, with positions in the tables.
    struct RegionEntry {
        var velocities: ClosedRange<UInt8>
        var values: Int
        var ownParameters: UInt64
        var modulators: Range<Int>
        var sample: Int
    }

    /// A preset, with positions in the tables.
    struct PresetEntry {
        var starts: Int
        var order: Int
        var orderCount: Int
        var regions: Int
        var regionCount: Int
    }

    private(set) var values: [Double] = []
    private(set) var modulators: [RegionModulator] = []
    private(set) var numbers: [UInt32] = []
    private(set) var regions: [RegionEntry] = []
    private(set) var presets: [PresetEntry] = []
    private var knownValues: [RegionValues: Int] = [:]
    private var knownModulators: [[RegionModulator]: Range<Int>] = [:]

    /// Adds a preset.
    ///
    /// - Parameters:
    ///   - preset: The preset.
    ///   - samples: The number of samples that there are.
    mutating func add(_ preset: RegionPreset, samples: Int) {
        let playable = preset.regions.filter { (0..<samples).contains($0.sample) }
        let first = regions.count
        for region in playable {
            let position = position(of: region.values)
            let range = range(of: region.modulators)
            regions.append(
                RegionEntry(
                    velocities: region.velocities,
                    values: position,
                    ownParameters: region.ownParameters.reduce(0) { $0 | 1 << UInt64($1.rawValue) },
                    modulators: range,
                    sample: region.sample
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
                regionCount: playable.count
            )
        )
        numbers += order
    }

    private mutating func position(of list: RegionValues) -> Int {
        if let known = knownValues[list] { return known }
        let position = values.count
        values += list.values
        knownValues[list] = position
        return position
    }

    private mutating func range(of list: [RegionModulator]) -> Range<Int> {
        if let known = knownModulators[list] { return known }
        let first = modulators.count
        modulators += list
        knownModulators[list] = first..<modulators.count
        return first..<modulators.count
    }
}
