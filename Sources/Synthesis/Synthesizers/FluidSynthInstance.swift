import CFluidSynth
import FontFiles
import MIDI
package import Platform
package import Racks
import Realtime
package import Sequencer

/// One FluidSynth synthesizer with its own settings object, and its fonts.
///
/// Made, loaded and freed off the audio thread. From the moment a ``Shard`` of it is given to the
/// engine until the engine has released it, only the audio thread (or its worker) calls it: it is
/// created with `synth.threadsafe-api` 0 and takes no lock of its own.
@safe
package final class FluidSynthInstance: SynthesizerInstance {
    /// The version of FluidSynth, which is loaded for it; `nil` where it is not installed.
    package static var libraryVersion: String? {
        failure == nil ? unsafe String(cString: fluid_version_str()) : nil
    }

    let synth: OpaquePointer
    /// The presets that play instead of those that the fonts lack.
    let substitutes: OpaquePointer
    /// The most voices that sound at a time.
    package let polyphony: Int
    /// The length of FluidSynth's blocks in seconds with half pedalling, otherwise 0.
    let pedalBlock: Float
    /// The interpolation that a reset restores.
    let interpolation: Interpolation
    private let settings: OpaquePointer
    /// The fonts.
    package let fonts: OpenFonts
    /// This instance's parts of the fonts.
    private(set) var parts: [Part] = []

    /// An instance's part of a font.
    @safe
    struct Part {
        let identifier: Int32
        let pointer: OpaquePointer
    }

    /// Why FluidSynth could not be loaded; `nil` where it is, ready for any thread.
    ///
    /// It fills its tables and default modulators as the first instance is made, but marks them as
    /// filled before: an instance that another thread makes at that moment lacks some for life (it
    /// ignores pan, say). So the first one is made alone.
    private static let failure: String? = {
        if let problem = unsafe seqd_fluidsynth_problem() {
            return unsafe String(cString: problem)
        }
        seqd_fluid_silence()
        guard let settings = unsafe new_fluid_settings() else { return nil }
        defer { unsafe delete_fluid_settings(settings) }
        unsafe fluid_settings_setint(settings, "synth.polyphony", 1)
        if let synth = unsafe new_fluid_synth(settings) { unsafe delete_fluid_synth(synth) }
        return nil
    }()

    /// Makes an instance with the fonts of a sampler.
    ///
    /// Reads files that are not in use: loader's thread only.
    ///
    /// - Parameters:
    ///   - sampler: The sampler's settings.
    ///   - rate: Frames per second.
    ///   - polyphony: The most voices that sound at a time.
    ///   - hasExactPitch: Whether the pitch of voices is not rounded to a cent, which takes a tenth
    ///     more time.
    /// - Throws: As `SoundFontFile.check(_:)`; `usage` for an interpolation that FluidSynth does not
    ///   have, `unavailable` where FluidSynth is not installed,
    ///   `internal` without memory.
    package init(
        _ sampler: SamplerSettings,
        rate: Int,
        polyphony: Int,
        hasExactPitch: Bool = false
    ) throws(HostError) {
        guard sampler.interpolation != .sinc else {
            throw HostError(
                .usage,
                "interpolation sinc",
                "the engine fluidsynth has none, linear, 4th-order and 7th-order; the engine seqd "
                    + "has it"
            )
        }
        fonts = try OpenFonts(sampler.fonts)
        for font in fonts.fonts {
            guard let silence = font.shared.image?.silence else { continue }
            throw HostError(
                .data,
                font.reference.path,
                "\(silence); the engine seqd plays more of SFZ files"
            )
        }
        if let failure = Self.failure {
            throw HostError(
                .unavailable,
                "FluidSynth",
                "\(failure); install libfluidsynth3, or choose the engine seqd"
            )
        }
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
        pedalBlock = sampler.halfPedal ? Float(FluidSynthVoices.block) / Float(rate) : 0
        unsafe self.settings = settings
        unsafe self.synth = synth
        unsafe self.substitutes = substitutes
        interpolation = sampler.interpolation
        unsafe seqd_use_raw_sends(synth)
        unsafe interpolation.set(of: synth)
        unsafe seqd_use_portamento(synth)
        try makeBendsExact()
        try addFonts(hasExactPitch: hasExactPitch)
    }

    deinit {
        unsafe delete_fluid_synth(synth)
        unsafe seqd_delete_substitutes(substitutes)
        for part in parts { unsafe seqd_delete_font(part.pointer) }
        unsafe delete_fluid_settings(settings)
    }

    package func makeSynthesizer() -> Synthesizer { .fluidSynth(Box(FluidSynthVoices(self))) }

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
    /// prepared.
    private func addFonts(hasExactPitch: Bool) throws(HostError) {
        // FluidSynth looks in the font that was added last first.
        for font in fonts.fonts.reversed() {
            var identifier: Int32 = 0
            guard let tables = unsafe font.shared.tables.pointer(),
                let pointer = unsafe seqd_new_font(synth, tables, &identifier)
            else {
                throw HostError(.internal, font.reference.path, "no memory for its presets")
            }
            parts.insert(unsafe Part(identifier: identifier, pointer: pointer), at: 0)
            if hasExactPitch { unsafe seqd_use_exact_pitch(pointer) }
            if pedalBlock > 0 { unsafe seqd_use_half_pedal(pointer) }
            guard unsafe seqd_use_sound_controllers(pointer) else {
                throw HostError(.internal, font.reference.path, "no memory for modulators")
            }
            let offset = Int32(font.reference.bankOffset)
            unsafe fluid_synth_set_bank_offset(synth, identifier, offset)
        }
        setSubstitutes()
        unsafe fluid_synth_program_reset(synth)
    }

    /// Works out what plays where a program is missing, now that it is known what is there.
    private func setSubstitutes() {
        let first = fonts.firstPresets
        for program: Int in 0...127 {
            let choices = PresetSubstitution.choices(forBank: 0, program: program, first: first)
            let preset = unsafe choices.lazy.compactMap { unsafe self.preset(at: $0) }.first
            unsafe seqd_set_substitute(substitutes, Int32(program), preset)
        }
        let kits = PresetSubstitution.choices(forBank: 128, program: 0, first: first)
        let kit = unsafe kits.lazy.compactMap { unsafe self.preset(at: $0) }.first
        unsafe seqd_set_substitute(substitutes, 128, kit)
    }

    private func preset(at choice: PresetSubstitution.Choice) -> OpaquePointer? {
        guard let index = fonts.index(of: choice),
            let sfont = unsafe fluid_synth_get_sfont_by_id(synth, parts[index].identifier)
        else { return nil }
        let bank = choice.bank - fonts.fonts[index].reference.bankOffset
        return unsafe fluid_sfont_get_preset(sfont, Int32(bank), Int32(choice.program))
    }

    package func missingPresets(from index: Int) -> [(bank: Int, program: Int, channel: Int)] {
        let count = unsafe Int(seqd_missing_presets(substitutes))
        return (min(index, count)..<count).map { index in
            let missing = unsafe seqd_missing_preset_at(substitutes, Int32(index))
            return (Int(missing.bank), Int(missing.program), Int(missing.channel))
        }
    }

    package func prepare(
        where isUsed: (_ bank: Int, _ program: Int) -> Bool,
        decoding notes: (_ bank: Int, _ program: Int) -> NoteSet,
        isRealtime: Bool,
        takesHeads: Bool
    ) throws(HostError) {
        for (number, font) in fonts.fonts.enumerated() {
            let (tables, samples) = (font.shared.tables, font.shared.samples)
            let presets = fonts.played(in: number, where: isUsed)
            if takesHeads, samples.hasHeads {
                let used = presets.flatMap(tables.samples(ofPreset:))
                samples.prepareHeads(Set(used).sorted())
                try setSamples(ofFont: number, areHeadsEnough: true)
                continue
            }
            var needed: Set<Int> = []
            for index in presets {
                let preset = font.shared.zones.presets[index]
                let notes = notes(preset.bank + font.reference.bankOffset, preset.program)
                needed.formUnion(
                    tables.samples(ofPreset: index).filter { !samples.mustBeDecoded($0) }
                )
                needed.formUnion(tables.samples(ofPreset: index, for: notes))
            }
            samples.prepare(needed.sorted(), isRealtime: isRealtime)
            try setSamples(ofFont: number)
        }
    }

    /// Gives FluidSynth the samples of a font that can be played.
    private func setSamples(ofFont number: Int, areHeadsEnough: Bool = false) throws(HostError) {
        let font = fonts.fonts[number]
        let samples = font.shared.samples
        for index in 0..<samples.count where !hasSample(index, ofFont: number) {
            guard var sample = unsafe samples.sample(index, isHeadEnough: areHeadsEnough) else {
                continue
            }
            guard unsafe seqd_set_sample(parts[number].pointer, UInt32(index), &sample) else {
                throw HostError(.internal, font.reference.path, "no memory for its samples")
            }
        }
    }

    /// Whether a sample of a font has been given to FluidSynth.
    func hasSample(_ index: Int, ofFont number: Int) -> Bool {
        unsafe seqd_has_sample(parts[number].pointer, UInt32(index))
    }

    /// Whether fonts have zones that are to be started at the release of their keys.
    var hasReleaseZones: Bool {
        parts.contains { unsafe seqd_has_release_zones($0.pointer) }
    }
}
