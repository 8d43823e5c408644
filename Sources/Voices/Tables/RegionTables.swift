import Realtime

/// A bank in memory that the audio thread reads without counting references; it never changes.
///
/// Made on a loader's thread. It must outlive the voices and channels of each engine that plays it.
@safe
public final class RegionTables: Sendable {
    /// The presets in the order of the bank.
    public let presets: [PresetReference]
    /// The owners of the frames.
    private let frames: [SampleFrames]
    private let values: FixedArray<Double>
    private let modulators: FixedArray<RegionModulator>
    private let regions: FixedArray<RegionRecord>
    private let numbers: FixedArray<UInt32>
    private let records: FixedArray<PresetRecord>
    private let articulations: ArticulationTablesBuilder.ArticulationTables
    /// Whether any of its regions is articulated.
    public let areArticulated: Bool
    /// The most regions of a preset that take turns.
    public let mostTurns: Int

    /// Prepares a bank.
    ///
    /// Regions of samples that it does not have are left out.
    public init(_ bank: RegionBank) {
        var builder = RegionTablesBuilder()
        for preset in bank.presets { builder.add(preset, samples: bank.samples.count) }
        let samples = bank.samples.map { SampleRecord($0) }
        frames = bank.samples.map(\.frames)
        values = builder.values.fixed()
        modulators = builder.modulators.fixed()
        articulations = builder.articulations.tables(samples)
        areArticulated = !builder.articulations.isEmpty
        mostTurns = builder.articulations.mostTurns
        let (articulated, controls) = (articulations.records, articulations.controls)
        numbers = FixedArray(count: builder.numbers.count) { builder.numbers[$0] }
        let (valueMemory, modulatorMemory) = unsafe (values.lentElements, modulators.lentElements)
        regions = FixedArray(count: builder.regions.count) { index in
            let region = builder.regions[index]
            return RegionRecord(
                lowVelocity: region.velocities.lowerBound,
                highVelocity: region.velocities.upperBound,
                values: valueMemory.part(region.values),
                ownParameters: region.ownParameters,
                modulators: modulatorMemory.part(region.modulators),
                sample: samples[region.sample],
                articulation: region.articulation.map { articulated.part(from: $0, count: 1) }
            )
        }
        let (numberMemory, regionMemory) = unsafe (numbers.lentElements, regions.lentElements)
        records = FixedArray(count: builder.presets.count) { index in
            let preset = builder.presets[index]
            return PresetRecord(
                starts: numberMemory.part(from: preset.starts, count: 129),
                order: numberMemory.part(from: preset.order, count: preset.orderCount),
                regions: regionMemory.part(from: preset.regions, count: preset.regionCount),
                controls: preset.controls.map { controls.part(from: $0, count: 1) },
                linksKeys: preset.linksKeys
            )
        }
        let memory = unsafe records.lentElements
        presets = bank.presets.indices.map { index in
            PresetReference(record: memory.part(from: index, count: 1))
        }
    }
}
