public import Platform
package import SoundFont
import SoundFontRegions
import Voices

/// The presets of a SoundFont and how many voices each key takes, read from the preset data alone:
/// no sample is touched.
///
/// Zones without a sample, and samples that cannot be played, are left out.
public struct SoundFontZones: Sendable {
    /// The presets, sorted by bank and program; of equal ones the first is played.
    public let presets: [Preset]
    /// Oddities of the file's structure, and what of it is lost.
    public let remarks: [String]
    /// The index of each preset in the bank.
    private let order: [Int]
    private let bank: SoundBank
    private let layout: BankLayout

    /// Reads a font.
    ///
    /// - Parameter path: An SF2 or SF3 file; it is checked first.
    /// - Throws: As `SoundFontFile.check(_:)`.
    public init(font path: String) throws(HostError) {
        self = try SharedSoundFont.open(path).zones
    }

    /// Takes a font that was read.
    ///
    /// - Parameters:
    ///   - reading: The font.
    ///   - order: The indices of its presets, sorted.
    package init(_ reading: SoundBankReading, order: [Int]) {
        bank = reading.bank
        layout = reading.layout
        self.order = order
        presets = order.map { index in
            let preset = reading.bank.presets[index]
            return Preset(
                bank: Int(preset.bank),
                program: Int(preset.program),
                name: preset.name.isEmpty
                    ? "Bank\(preset.bank),Pre\(preset.program)" : preset.name
            )
        }
        remarks = reading.diagnostics.compactMap { diagnostic in
            switch diagnostic.code {
            case .padByteMissing, .sizeWrong: diagnostic.detail
            // Those that presets play are told as their faults.
            case .sampleUnusable: nil
            default: diagnostic.severity == .error ? "\(diagnostic)" : nil
            }
        }
    }

    /// Whether a zone of a preset is of an exclusive class.
    ///
    /// - Parameter index: The preset's index in ``presets``.
    /// - Returns: Whether one is.
    func hasExclusiveClass(preset index: Int) -> Bool {
        Set(bank.presets[order[index]].zones.compactMap(\.target)).contains { target in
            let instrument = bank.instruments[target]
            let zones = instrument.zones + [instrument.global].compactMap(\.self)
            return zones.contains { $0.amount(of: .exclusiveClass) ?? 0 != 0 }
        }
    }

    /// The faults of the samples that a preset plays, each once.
    ///
    /// - Parameters:
    ///   - index: The preset's index in ``presets``.
    ///   - isUndecodable: Tells which samples could not be decoded.
    /// - Returns: The faults; none for most fonts.
    public func sampleFaults(
        ofPreset index: Int,
        isUndecodable: (Int) -> Bool = { _ in false }
    ) -> [SampleFault] {
        guard presets.indices.contains(index) else { return [] }
        var faults: [SampleFault] = []
        var known: Set<Int> = []
        var seen: Set<Use> = []
        var reported: Set<SampleFault> = []
        for zone in bank.presets[order[index]].zones {
            guard let target = zone.target, known.insert(target).inserted else { continue }
            let instrument = bank.instruments[target]
            let shared = instrument.global?.amount(of: .sampleModes)
            for inner in instrument.zones {
                guard let target = inner.target else { continue }
                let modes = inner.amount(of: .sampleModes) ?? shared ?? 0
                let use = Use(sample: target, isLooped: modes & 1 == 1)
                guard seen.insert(use).inserted else { continue }
                let sample = bank.samples[target]
                let problem =
                    isUndecodable(target)
                    ? .undecodable
                    : SampleFault.Problem(sample, in: layout, isLooped: use.isLooped)
                guard let problem else { continue }
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

    /// The samples that presets play: their indices, each once.
    func samples(ofPresets presets: [Int]) -> [Int] {
        let instruments = Set(
            presets.flatMap { bank.presets[order[$0]].zones.compactMap(\.target) }
        )
        let samples = instruments.flatMap { bank.instruments[$0].zones.compactMap(\.target) }
        return Set(samples).sorted()
    }

    /// A preset as regions.
    ///
    /// - Parameters:
    ///   - index: Its index in ``presets``.
    ///   - limit: The most regions.
    ///   - gain: The decibels by which the frames of a sample are louder than those of its
    ///     recording.
    ///   - sample: The sample of an index; `nil` for one that cannot be played.
    /// - Returns: A bank of the preset.
    func regionBank(
        ofPreset index: Int,
        limit: Int,
        gain: (Int) -> Double,
        sample: (Int) -> RegionSample?
    ) -> RegionBank {
        var bank = bank
        for target in Set(bank.presets[order[index]].zones.compactMap(\.target))
        where bank.instruments[target].zones.contains(where: { $0.target.map(gain) ?? 0 != 0 }) {
            bank.instruments[target].soften(by: gain)
        }
        return RegionBank(bank, presets: [order[index]], limit: limit, sample: sample)
    }

    /// A sample as a zone plays it.
    private struct Use: Hashable {
        let sample: Int
        let isLooped: Bool
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
        var known: [Int: [Rectangle]] = [:]
        let preset = bank.presets[order[index]]
        for zone in preset.zones {
            guard let target = zone.target, let outer = Rectangle(zone, preset.global) else {
                continue
            }
            let inners = known[target] ?? rectangles(ofInstrument: target)
            known[target] = inners
            for inner in inners {
                let isCounted = sum.add(
                    outer.keys,
                    inner.keys,
                    outer.velocities,
                    inner.velocities
                )
                guard isCounted else { return sum.counts }
            }
        }
        return sum.counts
    }

    /// The keys and velocities of a zone.
    private struct Rectangle {
        let keys: ClosedRange<Int>
        let velocities: ClosedRange<Int>

        /// The ranges of a zone, or of its global zone; `nil` where it plays nothing.
        init?(_ zone: SoundBank.Zone, _ global: SoundBank.Zone?) {
            let all = ZoneRange(0, 127)
            guard let keys = (zone.keys ?? global?.keys ?? all).numbers,
                let velocities = (zone.velocities ?? global?.velocities ?? all).numbers
            else { return nil }
            (self.keys, self.velocities) = (keys, velocities)
        }
    }

    private func rectangles(ofInstrument index: Int) -> [Rectangle] {
        let instrument = bank.instruments[index]
        return instrument.zones.compactMap { zone in
            guard let target = zone.target, bank.samples[target].silence(in: layout) == nil else {
                return nil
            }
            return Rectangle(zone, instrument.global)
        }
    }
}

extension SoundBank.Instrument {
    /// Makes zones softer by what their samples are louder by than their recordings.
    ///
    /// - Parameter gain: The decibels of a sample.
    fileprivate mutating func soften(by gain: (Int) -> Double) {
        for index in zones.indices {
            guard let decibels = zones[index].target.map(gain), decibels != 0 else { continue }
            let amount = zones[index].amount(of: .attenuation) ?? global?.amount(of: .attenuation)
            // Synthesizers play 0.4 of an attenuation's centibels.
            let softer = Double(amount ?? 0) + 25 * decibels
            zones[index].generators.removeAll { $0.kind == .attenuation }
            zones[index].generators.append(
                Generator(.attenuation, Int16(min(max(softer, -1_440), 1_440).rounded()))
            )
        }
    }
}
