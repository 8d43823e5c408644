import SoundFont
import SoundFontRegions
import Synchronization
import Voices

/// Regions for our own voices.
extension SharedSoundFont {
    /// The regions of all presets, in the order of ``zones``.
    ///
    /// The samples of some are brought into memory first; compressed samples of others are left out.
    /// Reads and decodes: loader's thread.
    ///
    /// - Parameters:
    ///   - presets: The indices of the presets that will be played.
    ///   - isRealtime: Whether they are for playing in real time; else pages of the file come as they
    ///     are played.
    /// - Returns: The regions.
    func regions(preparing presets: [Int], isRealtime: Bool) -> RegionTables {
        samples.prepare(zones.samples(ofPresets: presets), isRealtime: isRealtime)
        guard samples.areDecoded else {
            return regions.withLock { regions in
                let made = regions ?? makeRegions()
                regions = made
                return made
            }
        }
        return makeRegions()
    }

    private func makeRegions() -> RegionTables {
        let frames = samples.frames
        return RegionTables(
            zones.regionBank { index in
                Self.defaultModulators(tables.ownControls(ofPreset: index))
            } sample: { index in
                samples.regionSample(index, frames)
            }
        )
    }

    /// The modulators of regions that fonts do not have themselves: those of the specification, and
    /// those of the sound controllers as FluidSynth's instances have them.
    private static func defaultModulators(_ own: OwnControls) -> [RegionModulator] {
        var modulators = RegionModulator.defaults
        for (number, destination, amount) in soundControllers
        where !own.hasSoundController(number) {
            let controller = ControlSource(controller: number, isBipolar: true)
            // A vibrato of less than nothing would be one of the opposite phase.
            let upperHalf = ControlSource(controller: number, curve: .step)
            modulators.append(
                RegionModulator(
                    controller,
                    to: destination,
                    amount: amount,
                    by: destination == .vibratoToPitch ? upperHalf : .none
                )
            )
        }
        if !own.hasKeyPressure {
            let pressure = ControlSource(general: 10)
            modulators.append(RegionModulator(pressure, to: .vibratoToPitch, amount: 50))
        }
        return modulators
    }

    /// CC71 … 78 (RP-021): what they change, and by how much in the whole range below 64; timecents,
    /// cents, centibels.
    private static let soundControllers: [(UInt8, RegionParameter, Double)] = [
        (71, .resonance, 200), (72, .volumeRelease, 4_800), (73, .volumeAttack, 9_600),
        (74, .cutoff, 4_800), (75, .volumeDecay, 4_800), (76, .vibratoFrequency, 2_400),
        (77, .vibratoToPitch, 100), (78, .vibratoDelay, 12_000),
    ]
}
