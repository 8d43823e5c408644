import FontFiles
import Instruments
import SoundFont
import SoundFontRegions
import Synchronization
import Voices

/// Regions for our own voices.
extension SharedSoundFont {
    /// The regions of all presets, in the order of ``zones``.
    ///
    /// The samples of some are brought into memory first; samples of others that would have to be
    /// converted are left out. Reads and decodes: loader's thread.
    ///
    /// - Parameters:
    ///   - presets: The indices of the presets that will be played.
    ///   - isRealtime: Whether they are for playing in real time; else pages of the file come as they
    ///     are played.
    /// - Returns: The regions.
    func regions(preparing presets: [Int], isRealtime: Bool) -> RegionTables {
        let used = zones.samples(ofPresets: presets)
        samples.prepare(used, isRealtime: isRealtime)
        samples.convert(used)
        guard samples.areConverted else {
            return regions.withLock { regions in
                let made = regions ?? makeRegions()
                regions = made
                return made
            }
        }
        return makeRegions()
    }

    /// The font for our own voices, where it is an SFZ file; `nil` for others.
    ///
    /// Looks for the recordings at first: loader's thread.
    func articulatedFont() -> ArticulatedFont? {
        guard image?.source.description.sfz != nil else { return nil }
        return articulated.withLock { known in
            if let known { return known }
            guard let (instrument, source) = image?.written else { return nil }
            let font = ArticulatedFont(instrument, source)
            known = font
            return font
        }
    }

    private func makeRegions() -> RegionTables {
        let frames = samples.frames
        return RegionTables(zones.regionBank { samples.regionSample($0, frames) })
    }
}
