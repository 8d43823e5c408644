import SoundFont
import Voices

/// A zone of a preset and one of its instrument, which together are a region (SoundFont 2.04, §9.4).
struct ZonePair {
    let preset: SoundBank.Zone
    let presetGlobal: SoundBank.Zone?
    let instrument: SoundBank.Zone
    let instrumentGlobal: SoundBank.Zone?

    /// The part of a file's attenuation that is heard: the EMU8000's, for which banks were made.
    private static let attenuationScale = Double(Float(0.4))

    /// The region with a sample; `nil` where no key or no velocity belongs to both zones.
    func region(sample: Int) -> Region? {
        guard
            let keys = Self.common(
                preset.keys ?? presetGlobal?.keys,
                instrument.keys ?? instrumentGlobal?.keys
            ),
            let velocities = Self.common(
                preset.velocities ?? presetGlobal?.velocities,
                instrument.velocities ?? instrumentGlobal?.velocities
            )
        else { return nil }
        var region = Region(sample: sample, keys: keys, velocities: velocities)
        // An instrument's generators supersede the defaults, a preset's are added.
        for (parameter, value) in Self.values(instrument, instrumentGlobal) {
            region.values[parameter] = value
            region.ownParameters.insert(RegionParameters(parameter))
        }
        let own = ZoneModulators(instrument, instrumentGlobal)
        for (parameter, value) in own.constants { region.values[parameter] += value }
        for (parameter, value) in Self.values(preset, presetGlobal) {
            region.values[parameter] += value
        }
        let added = ZoneModulators(preset, presetGlobal)
        for (parameter, value) in added.constants { region.values[parameter] += value }
        region.modulators = added.added(to: own.replacing(RegionModulator.defaults))
        return region
    }

    /// The keys or velocities of both ranges.
    private static func common(_ one: ZoneRange?, _ other: ZoneRange?) -> ClosedRange<UInt8>? {
        let all = ZoneRange(0, 127)
        guard let one = (one ?? all).numbers, let other = (other ?? all).numbers,
            one.overlaps(other)
        else { return nil }
        let both = one.clamped(to: other)
        return UInt8(both.lowerBound)...UInt8(both.upperBound)
    }

    /// The values of a zone and those of its global zone that it does not have itself.
    private static func values(
        _ zone: SoundBank.Zone,
        _ global: SoundBank.Zone?
    ) -> [(RegionParameter, Double)] {
        let local = zone.generators.filter { $0.expectedAmounts == nil }
        let own = Set(local.map(\.kind))
        let inherited = (global?.generators ?? []).filter {
            !own.contains($0.kind) && $0.expectedAmounts == nil
        }
        return (local + inherited).compactMap { generator in
            guard let number = UInt8(exactly: generator.kind.rawValue),
                let parameter = RegionParameter(rawValue: number)
            else { return nil }
            let amount = Double(generator.amount)
            // In single precision, as FluidSynth's fonts have it.
            return (
                parameter,
                parameter == .attenuation
                    ? Double(Float(amount * attenuationScale)) : amount
            )
        }
    }
}
