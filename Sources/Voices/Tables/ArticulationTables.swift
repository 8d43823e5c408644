import Realtime

/// Collects the articulations of a bank.
struct ArticulationTablesBuilder {
    /// An articulation, with positions in the pools.
    private struct Entry {
        var articulation: Articulation
        var values: Range<Int>
        var connections: Range<Int>
        var curve: Range<Int>
        var crossfades: Range<Int>
        var controllers: Range<Int>
        var starts: Range<Int>
        var oscillators: Range<Int>
        var envelopes: Range<Int>
        var turns: Int
        var polyphony: UInt16?
    }

    /// The controls of a preset, with positions in the pools.
    private struct Controls {
        var controls: PresetControls
        var curves: Range<Int>
        var initialValues: Range<Int>
        var releases: Range<Int>
        var starts: Range<Int>
    }

    private var entries: [Entry] = []
    private var controls: [Controls] = []
    private var floats = ValuePool<Float>()
    private var connections = ValuePool<Connection>()
    private var crossfades = ValuePool<Crossfade>()
    private var ranges = ValuePool<RegionConditions.ControllerRange>()
    private var numbers = ValuePool<UInt32>()
    private var parts = ValuePool<OscillatorShape.Part>()
    private var points = ValuePool<FlexibleEnvelope.Point>()
    private var oscillators: [(parts: Range<Int>, steps: Range<Int>, count: UInt32)] = []
    private var envelopes: [(points: Range<Int>, sustain: Int)] = []
    private var turnCount = 0
    /// The most regions of a preset that take turns.
    private(set) var mostTurns = 0

    /// Whether there are any.
    var isEmpty: Bool { entries.isEmpty }

    /// Begins a preset.
    ///
    /// - Returns: The index of its controls; `nil` where none of its regions is articulated.
    mutating func begin(_ preset: RegionPreset, _ regions: [Region]) -> Int? {
        guard regions.contains(where: { $0.articulation != nil }) else { return nil }
        turnCount = 0
        let shared = preset.controls
        let curves = shared.curves.flatMap {
            $0.count == 128 ? $0 : Array(repeating: 0, count: 128)
        }
        let initial = (0..<ControlsRecord.controllerCount).map { shared.initialValues[$0] ?? 0 }
        func indices(_ triggers: Set<RegionConditions.Trigger>) -> [UInt32] {
            regions.indices.filter { index in
                regions[index].articulation.map { triggers.contains($0.conditions.trigger) }
                    ?? false
            }.map(UInt32.init)
        }
        controls.append(
            Controls(
                controls: shared,
                curves: floats.add(curves),
                initialValues: floats.add(initial),
                releases: numbers.add(indices([.release, .releaseKey])),
                starts: numbers.add(indices([.controller]))
            )
        )
        return controls.count - 1
    }

    /// Adds the articulation of a region.
    ///
    /// - Returns: Its index.
    mutating func add(_ articulation: Articulation, _ preset: RegionPreset) -> Int {
        let conditions = articulation.conditions
        let firstOscillator = oscillators.count
        for shape in articulation.oscillators.prefix(ArticulationParameter.mostOscillators) {
            let steps = floats.add(Array(shape.steps.prefix(128)))
            oscillators.append((parts.add(Array(shape.parts.prefix(8))), steps, shape.count))
        }
        let firstEnvelope = envelopes.count
        for envelope in articulation.flexibleEnvelopes.prefix(Articulation.mostFlexibleEnvelopes) {
            let range = points.add(Array(envelope.points.prefix(32)))
            let sustain = envelope.sustain ?? -1
            envelopes.append((range, sustain < range.count ? sustain : -1))
        }
        let curve = articulation.velocityCurve.count == 128 ? articulation.velocityCurve : []
        entries.append(
            Entry(
                articulation: articulation,
                values: floats.add(articulation.values.values),
                connections: connections.add(
                    articulation.connections.filter { Int($0.target) < ArticulationParameter.count }
                ),
                curve: floats.add(curve),
                crossfades: crossfades.add(articulation.crossfades),
                controllers: ranges.add(conditions.controllers),
                starts: ranges.add(conditions.starts),
                oscillators: firstOscillator..<oscillators.count,
                envelopes: firstEnvelope..<envelopes.count,
                turns: turnCount,
                polyphony: preset.controls.polyphony[conditions.group]
            )
        )
        if conditions.turnCount > 1 {
            turnCount += 1
            mostTurns = max(mostTurns, turnCount)
        }
        return entries.count - 1
    }

    /// Makes the tables.
    ///
    /// - Parameter samples: The samples of the bank.
    /// - Returns: The tables.
    func tables(_ samples: [SampleRecord]) -> ArticulationTables {
        ArticulationTables(self, samples)
    }

    /// The tables of articulations in memory that is lent to the audio thread.
    final class ArticulationTables: Sendable {
        private let floats: FixedArray<Float>
        private let connections: FixedArray<Connection>
        private let crossfades: FixedArray<Crossfade>
        private let ranges: FixedArray<RegionConditions.ControllerRange>
        private let numbers: FixedArray<UInt32>
        private let parts: FixedArray<OscillatorShape.Part>
        private let points: FixedArray<FlexibleEnvelope.Point>
        private let oscillators: FixedArray<ArticulationRecord.Oscillator>
        private let envelopes: FixedArray<ArticulationRecord.Envelope>
        private let recordList: FixedArray<ArticulationRecord>
        private let controlList: FixedArray<ControlsRecord>

        /// By the indices that the builder gave; lent for as long as the tables live.
        var records: LentElements<ArticulationRecord> { unsafe recordList.lentElements }
        var controls: LentElements<ControlsRecord> { unsafe controlList.lentElements }

        fileprivate init(_ builder: ArticulationTablesBuilder, _ samples: [SampleRecord]) {
            floats = builder.floats.fixed()
            connections = builder.connections.fixed()
            crossfades = builder.crossfades.fixed()
            ranges = builder.ranges.fixed()
            numbers = builder.numbers.fixed()
            parts = builder.parts.fixed()
            points = builder.points.fixed()
            let (partMemory, pointMemory) = unsafe (parts.lentElements, points.lentElements)
            let (floatMemory, numberMemory) = unsafe (floats.lentElements, numbers.lentElements)
            oscillators = FixedArray(count: builder.oscillators.count) { index in
                let oscillator = builder.oscillators[index]
                return ArticulationRecord.Oscillator(
                    parts: partMemory.part(oscillator.parts),
                    steps: floatMemory.part(oscillator.steps),
                    count: oscillator.count
                )
            }
            envelopes = FixedArray(count: builder.envelopes.count) { index in
                let envelope = builder.envelopes[index]
                return ArticulationRecord.Envelope(
                    points: pointMemory.part(envelope.points),
                    sustain: envelope.sustain
                )
            }
            let (connectionMemory, fadeMemory) = unsafe (
                connections.lentElements, crossfades.lentElements
            )
            let rangeMemory = unsafe ranges.lentElements
            let (shapes, curves) = unsafe (oscillators.lentElements, envelopes.lentElements)
            recordList = FixedArray(count: builder.entries.count) { index in
                let entry = builder.entries[index]
                let articulation = entry.articulation
                let right = articulation.rightSample.flatMap { number in
                    samples.indices.contains(number) ? samples[number] : nil
                }
                return ArticulationRecord(
                    values: floatMemory.part(entry.values),
                    connections: connectionMemory.part(entry.connections),
                    velocityCurve: floatMemory.part(entry.curve),
                    crossfades: fadeMemory.part(entry.crossfades),
                    oscillators: shapes.part(entry.oscillators),
                    envelopes: curves.part(entry.envelopes),
                    conditions: ConditionsRecord(
                        articulation.conditions,
                        controllers: rangeMemory.part(entry.controllers),
                        starts: rangeMemory.part(entry.starts),
                        turns: entry.turns,
                        groupPolyphony: entry.polyphony
                    ),
                    right: right ?? SampleRecord(),
                    isStereo: right != nil,
                    loopMode: articulation.loopMode,
                    end: articulation.end ?? .max,
                    loopStart: articulation.loop?.lowerBound ?? -1,
                    loopEnd: articulation.loop?.upperBound ?? -1,
                    repeats: max(0, articulation.repeats ?? .max),
                    isReversed: articulation.isReversed,
                    firstFilter: articulation.filters.first ?? nil,
                    secondFilter: articulation.filters.dropFirst().first ?? nil,
                    bands: Self.bands(articulation.equalizer),
                    hasAmplitudeEnvelope: articulation.hasAmplitudeEnvelope,
                    shapes: Self.shapes(articulation.envelopeShapes),
                    hasDynamicEnvelope: Self.flags(articulation.hasDynamicEnvelope)
                )
            }
            controlList = FixedArray(count: builder.controls.count) { index in
                let entry = builder.controls[index]
                let keys = entry.controls.switchKeys
                return ControlsRecord(
                    curves: floatMemory.part(entry.curves),
                    initialValues: floatMemory.part(entry.initialValues),
                    switchKeys: keys.map { ($0.lowerBound, $0.upperBound) } ?? (255, 0),
                    switchDefault: entry.controls.switchDefault ?? 255,
                    releases: numberMemory.part(entry.releases),
                    starts: numberMemory.part(entry.starts)
                )
            }
        }

        private static func flags(_ flags: [Bool]) -> SIMD3<UInt8> {
            var result = SIMD3<UInt8>()
            for (index, isSet) in flags.prefix(3).enumerated() where isSet { result[index] = 1 }
            return result
        }

        private static func shapes(
            _ shapes: [EnvelopeShape]
        ) -> (EnvelopeShape, EnvelopeShape, EnvelopeShape) {
            func shape(_ index: Int) -> EnvelopeShape {
                shapes.indices.contains(index) ? shapes[index] : EnvelopeShape()
            }
            return (shape(0), shape(1), shape(2))
        }

        private static func bands(
            _ kinds: [EqualizerKind?]
        ) -> (EqualizerKind?, EqualizerKind?, EqualizerKind?) {
            func kind(_ index: Int) -> EqualizerKind? {
                kinds.indices.contains(index) ? kinds[index] : nil
            }
            return (kind(0), kind(1), kind(2))
        }
    }
}
