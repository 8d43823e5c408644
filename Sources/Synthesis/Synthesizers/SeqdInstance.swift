import Instruments
package import Platform
import Racks
import Realtime
package import Sequencer
import Voices

/// Our own voices with the fonts of a sampler.
package final class SeqdInstance: SynthesizerInstance {
    package let fonts: OpenFonts
    package let polyphony: Int
    /// Frames per second.
    let rate: Int
    /// The keys that it plays.
    let share: KeyShare
    /// Whether the sustain pedal damps gradually.
    let hasHalfPedal: Bool
    /// How values between the frames of samples are found.
    let interpolation: Voices.Interpolation
    /// The presets that can be selected, once they are prepared.
    private(set) var directory: Box<PresetDirectory>
    /// The regions of the presets.
    private var tables: [RegionTables] = []
    /// Whether voices have been made, which read the presets.
    private var hasVoices = false
    /// The recordings that a render plays, by font.
    private var held: [Int: Set<Int>] = [:]

    /// Opens the fonts of a sampler.
    ///
    /// Reads files that are not in use: loader's thread only.
    ///
    /// - Parameters:
    ///   - sampler: The sampler's settings.
    ///   - rate: Frames per second.
    ///   - polyphony: The most voices that sound at a time; there are at most 8,192.
    ///   - share: The keys that it plays, where several share channels.
    /// - Throws: As `SoundFontFile.check(_:)`.
    init(
        _ sampler: SamplerSettings,
        rate: Int,
        polyphony: Int,
        share: KeyShare
    ) throws(HostError) {
        switch sampler.interpolation {
        case .none: interpolation = .nearest
        case .linear: interpolation = .linear
        case .fourthOrder: interpolation = .cubic
        case .seventhOrder: interpolation = .sinc7
        case .sinc: interpolation = .sinc32
        }
        fonts = try OpenFonts(sampler.fonts)
        for font in fonts.fonts {
            guard let sfz = font.shared.articulatedFont(), sfz.isSilent else { continue }
            throw HostError(
                .data,
                font.reference.path,
                InstrumentDiagnostic.silence(sfz.diagnostics)
            )
        }
        directory = Box(PresetDirectory())
        self.rate = rate
        self.share = share
        hasHalfPedal = sampler.halfPedal
        self.polyphony = min(polyphony, 8_192)
    }

    deinit {
        for (number, recordings) in held {
            fonts.fonts[number].shared.articulatedFont()?.samples.release(recordings)
        }
    }

    /// Whether regions are articulated, as those of SFZ are.
    var isArticulated: Bool { tables.contains(where: \.areArticulated) }

    /// The most regions of a preset that take turns.
    var mostTurns: Int { tables.map(\.mostTurns).max() ?? 0 }

    package func makeSynthesizer() -> Synthesizer {
        hasVoices = true
        return .seqd(Box(SeqdVoices(self)))
    }

    package func prepare(
        where isUsed: (_ bank: Int, _ program: Int) -> Bool,
        decoding notes: (_ bank: Int, _ program: Int) -> NoteSet,
        isRealtime: Bool,
        takesHeads: Bool
    ) throws(HostError) {
        for (number, font) in fonts.fonts.enumerated() {
            guard let sfz = font.shared.articulatedFont() else { continue }
            let recordings = recordings(of: font, sfz, where: isUsed, notes)
            guard isRealtime else {
                let new = Set(recordings.keys).subtracting(held[number, default: []])
                held[number, default: []].formUnion(new)
                sfz.samples.hold(new)
                continue
            }
            let frames = SampleStream.shared.settings.headFrames
            sfz.samples.readHeads(recordings, frames: frames)
            if takesHeads {
                let all = self.recordings(of: font, sfz, where: isUsed) { _, _ in .all }
                sfz.samples.expectHeads(all, frames: frames)
            }
            SampleStream.shared.begin(sfz.samples)
        }
        // All other notes of the presets were decoded before.
        guard !hasVoices else { return }
        tables = []
        var played: [PresetSubstitution.Choice: PlayedPreset] = [:]
        let first = fonts.firstPresets
        for (number, font) in fonts.fonts.enumerated() {
            let used = fonts.played(in: number) { bank, program in
                isUsed(bank, program) || first.contains(bank: bank, program: program)
            }
            let all = fonts.played(in: number) { _, _ in true }
            let sfz = font.shared.articulatedFont()
            let regions =
                sfz == nil
                ? font.shared.regions(preparing: used, selectable: all, isRealtime: isRealtime)
                : [:]
            for index in all {
                let preset = font.shared.zones.presets[index]
                let bank = preset.bank + font.reference.bankOffset
                let choice = PresetSubstitution.Choice(bank: bank, program: preset.program)
                var entry = PlayedPreset()
                if let sfz {
                    entry.regions = sfz.preset(.init(bank: preset.bank, program: preset.program))
                } else {
                    entry.regions = regions[index]?.presets[0]
                    entry.own = font.shared.tables.ownControls(ofPreset: index)
                }
                played[choice] = entry
            }
            tables += sfz.map { [$0.tables] } ?? Array(regions.values)
        }
        directory = Box(PresetDirectory(fonts, played))
    }

    /// The recordings that notes of an SFZ file play.
    private func recordings(
        of font: OpenFonts.Font,
        _ sfz: ArticulatedFont,
        where isUsed: (_ bank: Int, _ program: Int) -> Bool,
        _ notes: (_ bank: Int, _ program: Int) -> NoteSet
    ) -> [Int: Int] {
        var recordings: [Int: Int] = [:]
        for preset in font.shared.zones.presets {
            let bank = preset.bank + font.reference.bankOffset
            guard isUsed(bank, preset.program) else { continue }
            let choice = PresetSubstitution.Choice(bank: preset.bank, program: preset.program)
            recordings.merge(
                sfz.recordings(choice, for: notes(bank, preset.program)),
                uniquingKeysWith: max
            )
        }
        return recordings
    }

    // The samples of SoundFonts are decoded before they are played; the stream reads recordings.
    package var undecodedSamples: [OpenFonts.Sample] { [] }

    package func undecodedSamples(for choice: PresetSubstitution.Choice) -> [OpenFonts.Sample] {
        []
    }

    package func decode(_ sample: OpenFonts.Sample) {}

    package func missingPresets(from index: Int) -> [(bank: Int, program: Int, channel: Int)] {
        directory.value.missing(from: index)
    }
}
