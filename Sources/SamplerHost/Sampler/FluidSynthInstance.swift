import CFluidSynth
import MIDI
import Synchronization

/// One FluidSynth synthesizer with its own settings object, and its fonts.
///
/// Made, loaded and freed off the audio thread. From the moment a ``Shard`` of it is given to the
/// engine until the engine has released it, only the audio thread (or its worker) calls it: it is
/// created with `synth.threadsafe-api` 0 and takes no lock of its own.
@safe
final class FluidSynthInstance {
    let synth: OpaquePointer
    /// The presets that play instead of those that the fonts lack.
    let substitutes: OpaquePointer
    private let settings: OpaquePointer
    /// The fonts, first priority first.
    private var fonts: [Font] = []

    private struct Font {
        let identifier: Int32
        let reference: SoundFontReference
        let source: SoundFontSource
    }

    /// FluidSynth ready for any thread.
    ///
    /// It fills its tables and default modulators as the first instance is made, but marks them as
    /// filled before: an instance that another thread makes at that moment lacks some for life (it
    /// ignores pan, say). So the first one is made alone.
    private static let library: Void = {
        seqd_fluid_install_log()
        guard let settings = unsafe new_fluid_settings() else { return }
        defer { unsafe delete_fluid_settings(settings) }
        unsafe fluid_settings_setint(settings, "synth.polyphony", 1)
        if let synth = unsafe new_fluid_synth(settings) { unsafe delete_fluid_synth(synth) }
    }()

    /// Held wherever samples are loaded or released.
    ///
    /// FluidSynth's instances share a cache of samples whose reference counts FluidSynth 2.3.1
    /// changes outside its own lock, so that one thread may free what another has just found
    /// there. Never taken on the audio thread.
    private static let sampleCache = Mutex(())

    init(_ sampler: SamplerSettings, rate: Int, polyphony: Int) throws(HostError) {
        Self.library
        guard let settings = unsafe new_fluid_settings() else {
            throw HostError(.internal, "FluidSynth", "no memory for its settings")
        }
        unsafe Self.configure(settings, sampler, rate: rate, polyphony: polyphony)
        guard let synth = unsafe new_fluid_synth(settings) else {
            unsafe delete_fluid_settings(settings)
            throw HostError(.internal, "FluidSynth", "no memory for an instance")
        }
        // A loader is taken only as long as there is no font. The first font that is added is the
        // last that is asked.
        let loader = unsafe new_fluid_defsfloader(settings)
        if let loader = unsafe loader {
            unsafe SoundFontReading.install(in: loader)
            unsafe fluid_synth_add_sfloader(synth, loader)
        }
        guard unsafe loader != nil, let substitutes = unsafe seqd_new_substitutes(synth) else {
            unsafe delete_fluid_synth(synth)
            unsafe delete_fluid_settings(settings)
            throw HostError(.internal, "FluidSynth", "no memory for a SoundFont loader")
        }
        unsafe self.settings = settings
        unsafe self.synth = synth
        unsafe self.substitutes = substitutes
        unsafe seqd_use_raw_sends(synth)
        try makeBendsExact()
    }

    deinit {
        Self.sampleCache.withLock { _ in unsafe delete_fluid_synth(synth) }
        unsafe seqd_delete_substitutes(substitutes)
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
        // Only the samples of pinned presets are read; without this a large bank is read whole.
        set("synth.dynamic-sample-loading", 1)
        // "All devices" and 16, the address that Roland and Yamaha files use; FluidSynth's own
        // default became 16 in 2.4 too.
        set("synth.device-id", Int(SystemExclusive.deviceID))
        unsafe fluid_settings_setstr(settings, "synth.midi-bank-select", sampler.bankMode.rawValue)
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

    /// Loads the fonts, so that the first has priority.
    ///
    /// Reads files: loader's thread only.
    ///
    /// - Parameter references: The fonts; each file is checked.
    /// - Throws: As `SoundFontFile.check(_:)`; `data` with FluidSynth's words where it refuses one.
    func load(_ references: [SoundFontReference]) throws(HostError) {
        var sources: [(SoundFontReference, SoundFontSource)] = []
        for reference in references {
            sources.append((reference, try SoundFontSource.open(reference.path)))
        }
        let checked = sources
        try Self.sampleCache.withLock { (_) throws(HostError) in try loadAlone(checked) }
    }

    private func loadAlone(
        _ sources: [(reference: SoundFontReference, source: SoundFontSource)]
    ) throws(HostError) {
        var log = [CChar](repeating: 0, count: 512)
        for (reference, source) in sources.reversed() {
            // FluidSynth looks in the font that was loaded last first.
            let identifier = unsafe log.withUnsafeMutableBufferPointer { log in
                unsafe seqd_fluid_capture_log(log.baseAddress, Int32(log.count))
                defer { seqd_fluid_capture_log(nil, 0) }
                return unsafe fluid_synth_sfload(synth, source.name, 1)
            }
            guard identifier != FLUID_FAILED else {
                throw HostError(.data, reference.path, Self.reason(from: log))
            }
            unsafe fluid_synth_set_bank_offset(synth, identifier, Int32(reference.bankOffset))
            let font = Font(identifier: identifier, reference: reference, source: source)
            fonts.insert(font, at: 0)
        }
        setSubstitutes()
        unsafe fluid_synth_program_reset(synth)
    }

    /// Works out what plays where a program is missing, now that it is known what is there.
    private func setSubstitutes() {
        for program: Int in 0...127 {
            let choices = PresetSubstitution.choices(forBank: 0, program: program)
            let preset = unsafe choices.lazy.compactMap { unsafe self.preset(at: $0) }.first
            unsafe seqd_set_substitute(substitutes, Int32(program), preset)
        }
        let kit = PresetSubstitution.Choice(bank: 128, program: 0)
        unsafe seqd_set_substitute(substitutes, 128, preset(at: kit))
    }

    private func preset(at choice: PresetSubstitution.Choice) -> OpaquePointer? {
        unsafe fonts.lazy.compactMap {
            unsafe self.preset(choice.bank, choice.program, in: $0.identifier)
        }.first
    }

    /// The selections of presets that no font has, from an index on: each once.
    ///
    /// Any thread.
    func missingPresets(from index: Int) -> [(bank: Int, program: Int, channel: Int)] {
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
    func sampleFaults(
        where isUsed: (_ bank: Int, _ program: Int) -> Bool
    ) -> [SampleFault] {
        var faults: [SampleFault] = []
        for font in fonts {
            let zones = font.source.zones
            for (index, preset) in zones.presets.enumerated() {
                let bank = preset.bank + font.reference.bankOffset
                guard isUsed(bank, preset.program) else { continue }
                // The first font that has it is the one that plays.
                let playing = fonts.first {
                    has(bank: bank, program: preset.program, in: $0.identifier)
                }
                guard playing?.identifier == font.identifier else { continue }
                faults += zones.sampleFaults(ofPreset: index).map {
                    $0.moved(by: font.reference.bankOffset)
                }
            }
        }
        return faults
    }

    private static func reason(from log: [CChar]) -> String {
        let text = String(
            decoding: log.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
        return text.isEmpty
            ? "not a SoundFont that FluidSynth can load" : "cannot be loaded: \(text)"
    }

    /// Keeps the samples of presets in memory, so that selecting them touches no file.
    ///
    /// Loader only.
    ///
    /// - Parameter isUsed: Tells whether a bank's program may be selected.
    func pin(where isUsed: (_ bank: Int, _ program: Int) -> Bool) {
        let used = presets().filter { isUsed($0.bank, $0.program) }
        Self.sampleCache.withLock { _ in
            for preset in used {
                // The first font that has it is the one that will play.
                let font = fonts.first {
                    has(bank: preset.bank, program: preset.program, in: $0.identifier)
                }
                guard let font else { continue }
                unsafe fluid_synth_pin_preset(
                    synth,
                    font.identifier,
                    Int32(preset.bank),
                    Int32(preset.program)
                )
            }
        }
    }

    /// Whether a font of the stack has the preset (bank offsets applied).
    func hasPreset(bank: Int, program: Int) -> Bool {
        fonts.contains { has(bank: bank, program: program, in: $0.identifier) }
    }

    private func has(bank: Int, program: Int, in identifier: Int32) -> Bool {
        unsafe preset(bank, program, in: identifier) != nil
    }

    private func preset(_ bank: Int, _ program: Int, in identifier: Int32) -> OpaquePointer? {
        guard let font = unsafe fluid_synth_get_sfont_by_id(synth, identifier) else { return nil }
        let offset = unsafe Int(fluid_synth_get_bank_offset(synth, identifier))
        guard bank >= offset else { return nil }
        return unsafe fluid_sfont_get_preset(font, Int32(bank - offset), Int32(program))
    }

    /// All presets of all fonts, in the order of the files.
    func presets() -> [Preset] {
        var presets: [Preset] = []
        for identifier in fonts.map(\.identifier) {
            guard let font = unsafe fluid_synth_get_sfont_by_id(synth, identifier) else { continue }
            let offset = unsafe Int(fluid_synth_get_bank_offset(synth, identifier))
            unsafe fluid_sfont_iteration_start(font)
            while let preset = unsafe fluid_sfont_iteration_next(font) {
                let name = unsafe fluid_preset_get_name(preset).map(String.init(cString:)) ?? ""
                unsafe presets.append(
                    Preset(
                        bank: Int(fluid_preset_get_banknum(preset)) + offset,
                        program: Int(fluid_preset_get_num(preset)),
                        name: name
                    )
                )
            }
        }
        return presets
    }
}
