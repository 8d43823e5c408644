import CFluidSynth
import MIDI
package import Platform
package import Racks
package import Sequencer

/// One FluidSynth synthesizer with its own settings object, and its fonts.
///
/// Made, loaded and freed off the audio thread. From the moment a ``Shard`` of it is given to the
/// engine until the engine has released it, only the audio thread (or its worker) calls it: it is
/// created with `synth.threadsafe-api` 0 and takes no lock of its own.
@safe
package final class FluidSynthInstance {
    /// The version of FluidSynth that is loaded.
    package static var libraryVersion: String { unsafe String(cString: fluid_version_str()) }

    package let synth: OpaquePointer
    /// The presets that play instead of those that the fonts lack.
    package let substitutes: OpaquePointer
    /// The most voices that sound at a time.
    package let polyphony: Int
    /// The length of FluidSynth's blocks in seconds with half pedalling, otherwise 0.
    package let pedalBlock: Float
    private let settings: OpaquePointer
    /// The fonts, first priority first.
    package private(set) var fonts: [Font] = []

    @safe
    package struct Font {
        package let identifier: Int32
        package let reference: SoundFontReference
        package let shared: SharedSoundFont
        /// This instance's part of it.
        package let pointer: OpaquePointer
        /// The banks and programs of its presets, without its offset.
        package let presets: Set<PresetSubstitution.Choice>
    }

    /// FluidSynth ready for any thread.
    ///
    /// It fills its tables and default modulators as the first instance is made, but marks them as
    /// filled before: an instance that another thread makes at that moment lacks some for life (it
    /// ignores pan, say). So the first one is made alone.
    private static let library: Void = {
        seqd_fluid_silence()
        guard let settings = unsafe new_fluid_settings() else { return }
        defer { unsafe delete_fluid_settings(settings) }
        unsafe fluid_settings_setint(settings, "synth.polyphony", 1)
        if let synth = unsafe new_fluid_synth(settings) { unsafe delete_fluid_synth(synth) }
    }()

    package init(_ sampler: SamplerSettings, rate: Int, polyphony: Int) throws(HostError) {
        Self.library
        guard let settings = unsafe new_fluid_settings() else {
            throw HostError(.internal, "FluidSynth", "no memory for its settings")
        }
        unsafe Self.configure(settings, sampler, rate: rate, polyphony: polyphony)
        guard let synth = unsafe new_fluid_synth(settings) else {
            unsafe delete_fluid_settings(settings)
            throw HostError(.internal, "FluidSynth", "no memory for an instance")
        }
        // The first font that is added is the last that is asked.
        guard let substitutes = unsafe seqd_new_substitutes(synth) else {
            unsafe delete_fluid_synth(synth)
            unsafe delete_fluid_settings(settings)
            throw HostError(.internal, "FluidSynth", "no memory for substitutes")
        }
        self.polyphony = polyphony
        pedalBlock = sampler.halfPedal ? Float(Shard.grid) / Float(rate) : 0
        unsafe self.settings = settings
        unsafe self.synth = synth
        unsafe self.substitutes = substitutes
        unsafe seqd_use_raw_sends(synth)
        unsafe sampler.interpolation.set(of: synth)
        unsafe seqd_use_portamento(synth)
        try makeBendsExact()
    }

    deinit {
        unsafe delete_fluid_synth(synth)
        unsafe seqd_delete_substitutes(substitutes)
        for font in fonts { unsafe seqd_delete_font(font.pointer) }
        unsafe delete_fluid_settings(settings)
    }

    private static func configure(
        _ settings: OpaquePointer,
        _ sampler: SamplerSettings,
        rate: Int,
        polyphony: Int
    ) {
        func set(_ name: String, _ value: Int) {
            unsafe fluid_settings_setint(settings, name, Int32(value))
        }
        func set(_ name: String, _ value: Double) {
            unsafe fluid_settings_setnum(settings, name, value)
        }
        set("synth.sample-rate", Double(rate))
        set("synth.polyphony", polyphony)
        // 0 dB: the level that FluidSynth's users know.
        set("synth.gain", 0.2)
        set("synth.threadsafe-api", 0)
        set("synth.cpu-cores", 1)
        // It follows no bank select: ``BankSelector`` does.
        unsafe fluid_settings_setstr(settings, "synth.midi-bank-select", "gm")
        // Versions before 2.5 know nothing else.
        unsafe fluid_settings_setstr(settings, "synth.portamento-time", "linear")
        // Its sends go to effects of our own, one stage for all instances: ``EffectsBus``.
        set("synth.reverb.active", 0)
        set("synth.chorus.active", 0)
    }

    /// Replaces FluidSynth's default pitch-bend modulator, whose amount of 12700 cents makes every
    /// bend 0.8 % too small, by the 12800 that the range of the wheel (±1) and of its sensitivity
    /// (semitones / 128) ask for, SoundFont 2.04 §8.4.10.
    ///
    /// It must be done before any note: the call allocates.
    private func makeBendsExact() throws(HostError) {
        guard let modulator = unsafe new_fluid_mod() else {
            throw HostError(.internal, "FluidSynth", "no memory for a modulator")
        }
        defer { unsafe delete_fluid_mod(modulator) }
        unsafe fluid_mod_set_source1(
            modulator,
            Int32(FLUID_MOD_PITCHWHEEL.rawValue),
            Int32(
                FLUID_MOD_GC.rawValue | FLUID_MOD_LINEAR.rawValue | FLUID_MOD_BIPOLAR.rawValue
                    | FLUID_MOD_POSITIVE.rawValue
            )
        )
        unsafe fluid_mod_set_source2(
            modulator,
            Int32(FLUID_MOD_PITCHWHEELSENS.rawValue),
            Int32(
                FLUID_MOD_GC.rawValue | FLUID_MOD_LINEAR.rawValue | FLUID_MOD_UNIPOLAR.rawValue
                    | FLUID_MOD_POSITIVE.rawValue
            )
        )
        unsafe fluid_mod_set_dest(modulator, Int32(GEN_FINETUNE.rawValue))
        unsafe fluid_mod_set_amount(modulator, 12_800)
        let mode = Int32(FLUID_SYNTH_OVERWRITE.rawValue)
        guard unsafe fluid_synth_add_default_mod(synth, modulator, mode) == FLUID_OK else {
            throw HostError(.internal, "FluidSynth", "refused the pitch-bend modulator")
        }
    }

    /// Adds the fonts, so that the first has priority.
    ///
    /// Any of their presets can be selected from then on; those that will be played should be
    /// prepared. Reads files that are not in use: loader's thread only.
    ///
    /// - Parameters:
    ///   - references: The fonts; each file is checked.
    ///   - hasExactPitch: Whether the pitch of voices is not rounded to a cent, which takes a tenth
    ///     more time.
    /// - Throws: As `SoundFontFile.check(_:)`.
    package func load(
        _ references: [SoundFontReference],
        hasExactPitch: Bool = false
    ) throws(HostError) {
        var opened: [(SoundFontReference, SharedSoundFont)] = []
        for reference in references {
            opened.append((reference, try SharedSoundFont.open(reference)))
        }
        // FluidSynth looks in the font that was added last first.
        for (reference, shared) in opened.reversed() {
            var identifier: Int32 = 0
            let pointer = unsafe seqd_new_font(synth, shared.tables.pointer, &identifier)
            guard let pointer = unsafe pointer else {
                throw HostError(.internal, reference.path, "no memory for its presets")
            }
            if hasExactPitch { unsafe seqd_use_exact_pitch(pointer) }
            if pedalBlock > 0 { unsafe seqd_use_half_pedal(pointer) }
            let presets = Set(
                shared.zones.presets.map {
                    PresetSubstitution.Choice(bank: $0.bank, program: $0.program)
                }
            )
            let font = unsafe Font(
                identifier: identifier,
                reference: reference,
                shared: shared,
                pointer: pointer,
                presets: presets
            )
            fonts.insert(font, at: 0)
            guard unsafe seqd_use_sound_controllers(pointer) else {
                throw HostError(.internal, reference.path, "no memory for modulators")
            }
            unsafe fluid_synth_set_bank_offset(synth, identifier, Int32(reference.bankOffset))
        }
        setSubstitutes()
        unsafe fluid_synth_program_reset(synth)
    }

    /// Works out what plays where a program is missing, now that it is known what is there.
    private func setSubstitutes() {
        let first = firstPresets
        for program: Int in 0...127 {
            let choices = PresetSubstitution.choices(forBank: 0, program: program, first: first)
            let preset = unsafe choices.lazy.compactMap { unsafe self.preset(at: $0) }.first
            unsafe seqd_set_substitute(substitutes, Int32(program), preset)
        }
        let kits = PresetSubstitution.choices(forBank: 128, program: 0, first: first)
        let kit = unsafe kits.lazy.compactMap { unsafe self.preset(at: $0) }.first
        unsafe seqd_set_substitute(substitutes, 128, kit)
    }

    /// The first presets of the fonts.
    package var firstPresets: PresetSubstitution.First {
        PresetSubstitution.First(
            of: presets().lazy.map { .init(bank: $0.bank, program: $0.program) }
        )
    }

    private func preset(at choice: PresetSubstitution.Choice) -> OpaquePointer? {
        let font = font(bank: choice.bank, program: choice.program)
        guard let font, let sfont = unsafe fluid_synth_get_sfont_by_id(synth, font.identifier)
        else { return nil }
        let bank = choice.bank - font.reference.bankOffset
        return unsafe fluid_sfont_get_preset(sfont, Int32(bank), Int32(choice.program))
    }

    /// The font that plays a preset: the first that has it.
    package func font(bank: Int, program: Int) -> Font? {
        fonts.first { font in
            let bank = bank - font.reference.bankOffset
            return font.presets.contains(.init(bank: bank, program: program))
        }
    }

    /// The selections of presets that no font has, from an index on: each once.
    ///
    /// Any thread.
    package func missingPresets(from index: Int) -> [(bank: Int, program: Int, channel: Int)] {
        let count = unsafe Int(seqd_missing_presets(substitutes))
        return (min(index, count)..<count).map { index in
            let missing = unsafe seqd_missing_preset_at(substitutes, Int32(index))
            return (Int(missing.bank), Int(missing.program), Int(missing.channel))
        }
    }

    /// The faults of the samples of presets.
    ///
    /// - Parameter isUsed: Tells whether a bank's program is of interest.
    /// - Returns: The faults, in the order of the fonts and their presets.
    package func sampleFaults(
        where isUsed: (_ bank: Int, _ program: Int) -> Bool
    ) -> [SampleFault] {
        var faults: [SampleFault] = []
        for font in fonts {
            for index in played(in: font, where: isUsed) {
                let found = font.shared.zones.sampleFaults(
                    ofPreset: index,
                    isUndecodable: font.shared.samples.isUndecodable
                )
                faults += found.map { $0.moved(by: font.reference.bankOffset) }
            }
        }
        return faults
    }

    /// The presets of a font that are used and not those of another one: their indices.
    package func played(
        in font: Font,
        where isUsed: (_ bank: Int, _ program: Int) -> Bool
    ) -> [Int] {
        var known: Set<PresetSubstitution.Choice> = []
        return font.shared.zones.presets.enumerated().compactMap { index, preset in
            let bank = preset.bank + font.reference.bankOffset
            let choice = PresetSubstitution.Choice(bank: bank, program: preset.program)
            // Of equal ones the first is played.
            guard known.insert(choice).inserted, isUsed(bank, preset.program),
                self.font(bank: bank, program: preset.program)?.identifier == font.identifier
            else { return nil }
            return index
        }
    }

    /// Brings the samples of presets into memory, so that playing them waits for nothing, and makes
    /// all others playable too that need not be decoded.
    ///
    /// Reads and decodes: before the first note that plays them.
    ///
    /// - Parameters:
    ///   - isUsed: Tells whether a bank's program may be selected.
    ///   - notes: Tells for which notes of a bank's program samples are decoded, or read from files of
    ///     their own; the others stay silent until a ``BackgroundDecoder`` decodes them.
    ///   - isRealtime: Whether it plays in real time; else pages of the file come as they are played.
    ///   - takesHeads: Whether of instruments that are no SoundFonts only the beginnings of samples are
    ///     read now, and a ``BackgroundDecoder`` reads the rest.
    /// - Throws: `internal` without memory.
    package func prepare(
        where isUsed: (_ bank: Int, _ program: Int) -> Bool,
        decoding notes: (_ bank: Int, _ program: Int) -> NoteSet = { _, _ in .all },
        isRealtime: Bool = true,
        takesHeads: Bool = false
    ) throws(HostError) {
        for font in fonts {
            let (tables, samples) = (font.shared.tables, font.shared.samples)
            if takesHeads, samples.hasHeads {
                let used = played(in: font, where: isUsed).flatMap(tables.samples(ofPreset:))
                samples.prepareHeads(Set(used).sorted())
                try setSamples(of: font, areHeadsEnough: true)
                continue
            }
            var needed: Set<Int> = []
            for index in played(in: font, where: isUsed) {
                let preset = font.shared.zones.presets[index]
                let notes = notes(preset.bank + font.reference.bankOffset, preset.program)
                needed.formUnion(
                    tables.samples(ofPreset: index).filter { !samples.mustBeDecoded($0) }
                )
                needed.formUnion(tables.samples(ofPreset: index, for: notes))
            }
            samples.prepare(needed.sorted(), isRealtime: isRealtime)
            try setSamples(of: font)
        }
    }

    /// Whether samples of its fonts have to be decoded or read.
    package var hasDecodedSamples: Bool { fonts.contains { $0.shared.samples.areDecoded } }

    /// Gives FluidSynth the samples of a font that can be played.
    private func setSamples(of font: Font, areHeadsEnough: Bool = false) throws(HostError) {
        let samples = font.shared.samples
        for index in 0..<samples.count where unsafe !seqd_has_sample(font.pointer, UInt32(index)) {
            guard var sample = unsafe samples.sample(index, isHeadEnough: areHeadsEnough) else {
                continue
            }
            guard unsafe seqd_set_sample(font.pointer, UInt32(index), &sample) else {
                throw HostError(.internal, font.reference.path, "no memory for its samples")
            }
        }
    }

    /// Whether fonts have zones that are to be started at the release of their keys.
    package var hasReleaseZones: Bool {
        fonts.contains { unsafe seqd_has_release_zones($0.pointer) }
    }

    /// Whether a font of the stack has the preset (bank offsets applied).
    package func hasPreset(bank: Int, program: Int) -> Bool {
        font(bank: bank, program: program) != nil
    }

    /// All presets of all fonts, in the order of the fonts, each font's sorted.
    package func presets() -> [Preset] {
        fonts.flatMap { font in
            font.shared.zones.presets.map { preset in
                Preset(
                    bank: preset.bank + font.reference.bankOffset,
                    program: preset.program,
                    name: preset.name
                )
            }
        }
    }
}
