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
        // Samples of other presets may not be there yet.
        let all = presets + (samples.areConverted ? [] : others)
        return regions.withLock { known in
            var tables: [Int: RegionTables] = [:]
            for index in all where tables[index] == nil {
                if let made = known.tables[index] {
                    tables[index] = made
                    continue
                }
                let bank = zones.regionBank(
                    ofPreset: index,
                    limit: RegionBank.regionLimit - known.count
                ) { samples.regionSample($0, frames) }
                known.count += bank.presets.reduce(0) { $0 + $1.regions.count }
                let made = RegionTables(bank)
                known.tables[index] = made
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
