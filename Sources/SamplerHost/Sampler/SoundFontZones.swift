/// The presets of a SoundFont and how many voices each key takes, read from the preset data alone:
/// no sample is touched.
///
/// Section numbers are those of the SoundFont 2.04 specification; SF3 files have the same preset
/// data. What FluidSynth leaves out is left out: zones without a sample, and samples that it cannot
/// play.
public struct SoundFontZones: Sendable {
    /// The presets in the order of the file.
    public let presets: [Preset]

    /// The first bag of each preset, and one more (§7.2).
    private let presetBags: [Int]
    private let presetZones: ZoneTable
    private let instrumentBags: [Int]
    private let instrumentZones: ZoneTable
    private let samples: [SampleHeader]
    private let data: SampleData
    /// Oddities of the file's structure; everything in it plays.
    public let remarks: [String]

    /// Reads a font.
    ///
    /// - Parameter path: An SF2 or SF3 file; it is checked first.
    /// - Throws: As `SoundFontFile.check(_:)`.
    public init(font path: String) throws(HostError) {
        self = try SoundFontSource.open(path).zones
    }

    /// Reads a font that has been checked.
    init(_ file: borrowing InputFile, _ layout: SoundFontLayout) throws(HostError) {
        var tables: [String: [UInt8]] = [:]
        for (name, range) in layout.tables {
            tables[name] = try file.bytes(at: range.lowerBound, count: range.count)
        }
        func records(_ name: String, _ size: Int) -> Records {
            Records(bytes: tables[name] ?? [], size: size)
        }
        let headers = records("phdr", 38)
        // The last record of each table only ends the one before.
        presets = (0..<max(headers.count - 1, 0)).map { index in
            Preset(
                bank: headers.word(index, 22),
                program: headers.word(index, 20),
                name: headers.name(index)
            )
        }
        presetBags = (0..<headers.count).map { headers.word($0, 24) }
        presetZones = ZoneTable(records("pbag", 4), records("pgen", 4), target: 41)
        let instruments = records("inst", 22)
        instrumentBags = (0..<instruments.count).map { instruments.word($0, 20) }
        instrumentZones = ZoneTable(records("ibag", 4), records("igen", 4), target: 53)
        let headersOfSamples = records("shdr", 46)
        samples = (0..<max(headersOfSamples.count - 1, 0)).map { index in
            SampleHeader(
                name: headersOfSamples.name(index),
                start: headersOfSamples.long(index, 20),
                end: headersOfSamples.long(index, 24),
                loopStart: headersOfSamples.long(index, 28),
                loopEnd: headersOfSamples.long(index, 32),
                type: headersOfSamples.word(index, 44)
            )
        }
        data = SampleData(size: layout.samples?.count ?? 0)
        remarks = layout.remarks
    }

    /// The faults of the samples that a preset plays, each once.
    ///
    /// - Parameter index: The preset's index in ``presets``.
    /// - Returns: The faults; none for most fonts.
    public func sampleFaults(ofPreset index: Int) -> [SampleFault] {
        guard presets.indices.contains(index) else { return [] }
        var faults: [SampleFault] = []
        var known: Set<Int> = []
        var seen: Set<Zone> = []
        var reported: Set<SampleFault> = []
        for zone in presetZones.zones(Self.span(presetBags, index)) {
            guard instrumentBags.indices.contains(zone.target + 1),
                known.insert(zone.target).inserted
            else { continue }
            for inner in instrumentZones.zones(Self.span(instrumentBags, zone.target)) {
                let use = Zone(target: inner.target, isLooped: inner.isLooped)
                guard samples.indices.contains(inner.target), seen.insert(use).inserted
                else { continue }
                let sample = samples[inner.target]
                guard let problem = sample.problem(in: data, isLooped: inner.isLooped) else {
                    continue
                }
                let fault = SampleFault(
                    preset: presets[index],
                    sample: sample.name,
                    problem: problem
                )
                if reported.insert(fault).inserted { faults.append(fault) }
            }
        }
        return faults
    }

    /// The number of voices that each key of a preset takes at each velocity.
    ///
    /// - Parameter index: The preset's index in ``presets``.
    /// - Returns: 128 × 128 numbers; that of a key and a velocity stands at key × 128 + velocity.
    public func voiceCounts(ofPreset index: Int) -> [UInt16] {
        guard presets.indices.contains(index) else {
            return Array(repeating: 0, count: 128 * 128)
        }
        var sum = RectangleSum()
        // Many zones may lead to one instrument, which a hostile font makes large.
        var known: [Int: [Zone]] = [:]
        for zone in presetZones.zones(Self.span(presetBags, index)) {
            guard instrumentBags.indices.contains(zone.target + 1) else { continue }
            let inners =
                known[zone.target]
                ?? instrumentZones.zones(Self.span(instrumentBags, zone.target)).filter {
                    samples.indices.contains($0.target) && samples[$0.target].sounds(in: data)
                }
            known[zone.target] = inners
            for inner in inners {
                guard sum.add(zone.keys, inner.keys, zone.velocities, inner.velocities) else {
                    return sum.counts
                }
            }
        }
        return sum.counts
    }

    /// From an index to the next one; they never fall, unless the file changed since the check.
    private static func span(_ indices: [Int], _ position: Int) -> Range<Int> {
        indices[position]..<max(indices[position], indices[position + 1])
    }
}

/// A table of records of one size.
private struct Records {
    let bytes: [UInt8]
    let size: Int
    var count: Int { bytes.count / size }

    func word(_ index: Int, _ offset: Int) -> Int {
        let offset = index * size + offset
        return Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
    }

    func long(_ index: Int, _ offset: Int) -> Int {
        word(index, offset) | word(index, offset + 2) << 16
    }

    /// The name at a record's start: 20 bytes, ended by a zero.
    func name(_ index: Int) -> String {
        String(
            decoding: bytes[index * size..<index * size + 20].prefix { $0 != 0 },
            as: UTF8.self
        )
    }
}

/// A zone's keys and velocities, and its instrument or sample.
private struct Zone: Hashable {
    var keys: ClosedRange<Int> = 0...127
    var velocities: ClosedRange<Int> = 0...127
    var target = -1
    /// Whether it plays the sample's loop.
    var isLooped = false
}

/// The zones of all presets or all instruments.
private struct ZoneTable {
    /// Generators that say a zone's keys and velocities (§8.1.2).
    private static let keyRange = 43
    private static let velocityRange = 44
    /// The generator that says whether the sample is looped: 1 and 3 do.
    private static let sampleModes = 54

    private let bags: Records
    private let generators: Records
    private let target: Int

    /// - Parameters:
    ///   - bags: pbag or ibag.
    ///   - generators: pgen or igen.
    ///   - target: The generator that ends a zone, `instrument` or `sampleID`.
    init(_ bags: Records, _ generators: Records, target: Int) {
        self.bags = bags
        self.generators = generators
        self.target = target
    }

    /// The zones with a target; a first one without is global, and its ranges are those of the
    /// others that have none (§7.3, §7.7).
    func zones(_ range: Range<Int>) -> [Zone] {
        var zones: [Zone] = []
        var global = Zone()
        for bag in range where bag + 1 < bags.count {
            let first = bags.word(bag, 0)
            let zone = zone(first..<max(first, bags.word(bag + 1, 0)), global)
            if zone.target >= 0 {
                zones.append(zone)
            } else if bag == range.lowerBound {
                global = zone
            }
        }
        return zones
    }

    private func zone(_ range: Range<Int>, _ global: Zone) -> Zone {
        var zone = global
        // Ranges count where they stand first, the keys before the velocities (§8.1.2).
        var stage = 0
        for index in range where index < generators.count {
            let (kind, amount) = (generators.word(index, 0), generators.word(index, 2))
            switch kind {
            case Self.keyRange where stage == 0:
                zone.keys = Self.range(amount)
                stage = 1
            case Self.velocityRange where stage <= 1:
                zone.velocities = Self.range(amount)
                stage = 2
            case target:
                zone.target = amount
                return zone
            case Self.sampleModes:
                zone.isLooped = amount & 1 == 1
                stage = 2
            default:
                stage = 2
            }
        }
        return zone
    }

    /// Low byte lowest, high byte highest.
    private static func range(_ amount: Int) -> ClosedRange<Int> {
        let (low, high) = (min(amount & 0xFF, 127), min(amount >> 8, 127))
        return low...max(low, high)
    }
}

/// Counts how many rectangles of keys and velocities lie over each point.
private struct RectangleSum {
    /// No font has as many zones in a preset; a hostile one could have four thousand million.
    private static let limit = 1 << 20

    private var added = 0
    /// Differences along both axes, 129 to a row.
    private var differences = [Int32](repeating: 0, count: 129 * 129)

    /// Adds what two zones have in common; `false` where there have been too many.
    mutating func add(
        _ keys: ClosedRange<Int>,
        _ otherKeys: ClosedRange<Int>,
        _ velocities: ClosedRange<Int>,
        _ otherVelocities: ClosedRange<Int>
    ) -> Bool {
        added += 1
        guard added <= Self.limit else { return false }
        guard keys.overlaps(otherKeys), velocities.overlaps(otherVelocities) else { return true }
        let keys = keys.clamped(to: otherKeys)
        let velocities = velocities.clamped(to: otherVelocities)
        let (low, high) = (keys.lowerBound * 129, (keys.upperBound + 1) * 129)
        differences[low + velocities.lowerBound] += 1
        differences[low + velocities.upperBound + 1] -= 1
        differences[high + velocities.lowerBound] -= 1
        differences[high + velocities.upperBound + 1] += 1
        return true
    }

    /// The counts of 128 keys × 128 velocities.
    var counts: [UInt16] {
        var counts = [UInt16](repeating: 0, count: 128 * 128)
        var columns = [Int32](repeating: 0, count: 128)
        for key in 0..<128 {
            var row: Int32 = 0
            for velocity in 0..<128 {
                row += differences[key * 129 + velocity]
                columns[velocity] += row
                counts[key << 7 | velocity] = UInt16(clamping: columns[velocity])
            }
        }
        return counts
    }
}
