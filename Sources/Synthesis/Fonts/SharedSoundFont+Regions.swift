import FontFiles
import Instruments
import SoundFont
import SoundFontRegions
import Synchronization
import Voices

/// Regions for our own voices.
extension SharedSoundFont {
    /// The regions of presets, by their indices in ``zones``.
    ///
    /// Samples of presets that will be played are brought into memory first. Reads and decodes: loader's
    /// thread.
    ///
    /// - Parameters:
    ///   - presets: The presets that will be played.
    ///   - others: Presets that may be selected all the same: they get regions too, but for those whose
    ///     samples would have to be converted.
    ///   - isRealtime: Whether they are for playing in real time; else pages of the file come as they
    ///     are played.
    /// - Returns: The regions, with one preset each.
    func regions(
        preparing presets: [Int],
        others: [Int],
        isRealtime: Bool
    ) -> [Int: RegionTables] {
        let used = zones.samples(ofPresets: presets)
        samples.prepare(used, isRealtime: isRealtime)
        samples.convert(used)
        let frames = samples.frames
        func make(_ index: Int) -> RegionTables {
            RegionTables(zones.regionBank(ofPreset: index) { samples.regionSample($0, frames) })
        }
        guard !samples.areConverted else {
            return Dictionary(uniqueKeysWithValues: Set(presets).map { ($0, make($0)) })
        }
        return regions.withLock { known in
            var tables: [Int: RegionTables] = [:]
            for index in presets + others where tables[index] == nil {
                let made = known[index] ?? make(index)
                known[index] = made
                tables[index] = made
            }
            return tables
        }
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
}
