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
    /// The samples of the presets that will be played are brought into memory first. Reads and decodes:
    /// loader's thread.
    ///
    /// - Parameters:
    ///   - presets: The presets that will be played.
    ///   - selectable: All presets. In real time they get regions too, unless their samples would have
    ///     to be converted; a render selects none but those that it plays.
    ///   - isRealtime: Whether they are for playing in real time; else pages of the file come as they
    ///     are played.
    /// - Returns: The regions of these presets, and of those that others have asked for.
    func regions(
        preparing presets: [Int],
        selectable: [Int],
        isRealtime: Bool
    ) -> [Int: RegionTables] {
        let used = zones.samples(ofPresets: presets)
        samples.prepare(used, isRealtime: isRealtime)
        samples.convert(used)
        let frames = samples.frames
        let all = isRealtime && !samples.areConverted ? selectable : presets
        return regions.withLock { known in
            for index in all where known.tables[index] == nil {
                let bank = zones.regionBank(
                    ofPreset: index,
                    limit: RegionBank.regionLimit - known.count,
                    gain: samples.gain
                ) { samples.regionSample($0, frames) }
                known.count += bank.presets.reduce(0) { $0 + $1.regions.count }
                known.tables[index] = RegionTables(bank)
            }
            return known.tables
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
