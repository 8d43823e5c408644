import CFluidSynth
import MIDI
import Racks
import Realtime

/// The voices and channels of a FluidSynth instance as the audio thread sees them: no references to
/// count.
///
/// FluidSynth works in blocks of 64 frames from the instance's first frame on; what happens within a
/// block is heard from the next one on (`fluid_synth_get_internal_bufsize`).
@safe
package struct FluidSynthVoices: ~Copyable {
    /// The frames of a block.
    package static var block: Int64 { @_noLocks get { 64 } }

    let synth: OpaquePointer
    /// The presets that play instead of missing ones, and the missing ones.
    private let substitutes: OpaquePointer
    private let interpolation: Interpolation
    /// The length of a block in seconds with half pedalling, where seqd fades released voices instead
    /// of FluidSynth; otherwise 0.
    private let pedalBlock: Float
    /// Whether zones are to be started at the release of their keys.
    private let hasReleaseZones: Bool
    /// Room for all voices of the instance.
    private let voices: UnsafeMutablePointer<OpaquePointer?>
    private let voiceLimit: Int32
    /// Room for the states of as many.
    private let states: UnsafeMutablePointer<seqd_voice_state>
    /// The generators of a note as FluidSynth's code takes them.
    private var generators: FixedList<seqd_generator>
    /// The frames that FluidSynth has still to give of the block that it began last.
    private var begunFrames = 0
    /// The changes that FluidSynth has yet to carry out.
    private var changes: VoiceChanges
    /// The number of reported selections of missing presets.
    private var missing: Int32 = 0

    /// Allocates memory for the voices.
    ///
    /// - Parameter instance: The instance, which must outlive them.
    init(_ instance: FluidSynthInstance) {
        unsafe synth = instance.synth
        unsafe substitutes = instance.substitutes
        interpolation = instance.interpolation
        pedalBlock = instance.pedalBlock
        hasReleaseZones = instance.hasReleaseZones
        unsafe voices = .allocate(capacity: instance.polyphony)
        unsafe voices.initialize(repeating: nil, count: instance.polyphony)
        unsafe states = .allocate(capacity: instance.polyphony)
        voiceLimit = Int32(instance.polyphony)
        generators = FixedList(capacity: ChannelSounds.mostGenerators)
        changes = VoiceChanges(voices: instance.polyphony)
    }

    deinit {
        unsafe voices.deallocate()
        unsafe states.deallocate()
    }

    /// The voices that sound.
    var voiceCount: Int {
        @_noLocks get { unsafe Int(fluid_synth_get_active_voice_count(synth)) }
    }

    /// Reads the voices that sound.
    @_noLocks
    func read(_ sounding: inout SoundingVoices) {
        let count = unsafe seqd_voice_states(synth, voices, voiceLimit, states)
        for index in 0..<Int(count) {
            let state = unsafe states[index]
            let reasons = UInt32(state.reasons)
            var holds = SoundingVoice.Holds(rawValue: 0)
            if reasons & SEQD_VOICE_KEY.rawValue != 0 {
                holds.rawValue |= SoundingVoice.Holds.key.rawValue
            }
            if reasons & SEQD_VOICE_SUSTAIN.rawValue != 0 {
                holds.rawValue |= SoundingVoice.Holds.sustain.rawValue
            }
            if reasons & SEQD_VOICE_SOSTENUTO.rawValue != 0 {
                holds.rawValue |= SoundingVoice.Holds.sostenuto.rawValue
            }
            sounding.append(SoundingVoice(channel: state.channel, key: state.key, holds: holds))
        }
    }

    // MARK: Blocks

    /// Notes the changes that an event makes, if FluidSynth can take all of them before its next
    /// block.
    ///
    /// - Returns: Whether it can; otherwise the event has to wait for ``framesToNextBlock``.
    @_noLocks
    mutating func takes(_ event: ShardEvent) -> Bool {
        let voices = voiceCount
        guard changes.hasRoom(for: VoiceChanges.needed(for: event, voices: voices)) else {
            return false
        }
        changes.add(VoiceChanges.most(of: event, voices: voices))
        return true
    }

    /// The frames to the end of the next block.
    var framesToNextBlock: Int { @_noLocks get { begunFrames &+ Int(Self.block) } }

    /// Leaves out the sound as far as the end of the next block: a click, where otherwise notes would
    /// hang.
    @_noLocks
    mutating func skipBlock() {
        unsafe seqd_skip(synth, Int32(truncatingIfNeeded: framesToNextBlock))
        begunFrames = 0
        changes.clear()
    }

    /// Renders frames `start ..< end`.
    ///
    /// Whole blocks in which no voice sounds are left out: FluidSynth mixes silence as slowly as
    /// sound, and nothing but voices depends on its time.
    ///
    /// - Returns: Whether anything was synthesized; otherwise there is silence.
    @_noLocks
    mutating func render(
        from start: Int,
        to end: Int,
        _ output: inout StereoBuffer,
        _ sends: inout SendBuffer
    ) -> Bool {
        var hasSound = false
        var position = start
        if changes.isFilling {
            // FluidSynth keeps no more ended voices in a call than it has, and many may end at once.
            position = min(end, start &+ framesToNextBlock)
            callSynth(from: start, to: position, &output, &sends)
            hasSound = true
        }
        if begunFrames == 0 && voiceCount == 0 {
            let silence = position
            position = end &- (end &- position) % Int(Self.block)
            output.clear(from: silence, to: position)
            sends.clear(from: silence, to: position)
        }
        if position < end {
            callSynth(from: position, to: end, &output, &sends)
            hasSound = true
        }
        return hasSound
    }

    @_noLocks
    private mutating func callSynth(
        from start: Int,
        to end: Int,
        _ output: inout StereoBuffer,
        _ sends: inout SendBuffer
    ) {
        guard pedalBlock > 0 else {
            callSynthOnce(from: start, to: end, &output, &sends)
            return
        }
        var position = start
        while position < end {
            var next = min(end, position &+ begunFrames)
            if begunFrames == 0 { next = fade() ? min(end, position &+ Int(Self.block)) : end }
            callSynthOnce(from: position, to: next, &output, &sends)
            position = next
        }
    }

    @_noLocks
    private mutating func callSynthOnce(
        from start: Int,
        to end: Int,
        _ output: inout StereoBuffer,
        _ sends: inout SendBuffer
    ) {
        let frames = end &- start
        let block = Int(Self.block)
        if frames > begunFrames { changes.clear() }
        begunFrames = (begunFrames &+ block &- frames % block) % block
        unsafe seqd_render(
            synth,
            Int32(truncatingIfNeeded: frames),
            output.left.span(from: start, to: end) + start,
            output.right.span(from: start, to: end) + start,
            sends.reverb.span(from: start, to: end) + start,
            sends.chorus.span(from: start, to: end) + start
        )
    }

    /// Lets released voices fade for the block that begins.
    ///
    /// - Returns: Whether there are any; otherwise there will be none before the next message.
    @_noLocks
    private func fade() -> Bool {
        guard voiceCount > 0 else { return false }
        return unsafe seqd_fade(synth, pedalBlock, voices, voiceLimit)
    }

    // MARK: Notes

    /// Begins a note with as many of its voices as FluidSynth can begin before its next block.
    @_noLocks
    mutating func noteOn(_ channel: Int, key: UInt8, velocity: UInt8, _ settings: NoteSettings) {
        generators.removeAll()
        for index in 0..<settings.defaults.count { append(settings.defaults[index]) }
        for index in 0..<settings.offsets.count { append(settings.offsets[index]) }
        var note = unsafe seqd_note()
        unsafe note.cents = settings.cents
        unsafe note.defaults = generators.lent.address
        unsafe note.default_count = Int32(truncatingIfNeeded: settings.defaults.count)
        unsafe note.offsets = generators.lent.address + settings.defaults.count
        unsafe note.offset_count = Int32(truncatingIfNeeded: settings.offsets.count)
        unsafe note.is_soft = settings.isSoft
        unsafe note.cuts_key = settings.cutsKey
        unsafe note.voices = voices
        unsafe note.voice_count = voiceLimit
        let begun = unsafe seqd_note_on(
            synth,
            Int32(truncatingIfNeeded: channel),
            Int32(key),
            Int32(velocity),
            Int32(truncatingIfNeeded: changes.voices),
            &note
        )
        changes.add(voices: Int(begun))
    }

    @_noLocks
    private mutating func append(_ value: GeneratorValue) {
        let isAdded = generators.append(seqd_generator(value: value.value, number: value.number))
        assert(isAdded, "more generators than a note has")
    }

    /// Ends a note, and starts the zones that sound at its release.
    @_noLocks
    mutating func noteOff(_ channel: Int, key: UInt8) {
        unsafe seqd_note_off(synth, Int32(truncatingIfNeeded: channel), Int32(key))
        startReleased()
    }

    /// Starts what sounds at the release of keys.
    @_noLocks
    mutating func startReleased() {
        guard hasReleaseZones, voiceCount > 0 else { return }
        let limit = Int32(truncatingIfNeeded: changes.voices)
        let begun = unsafe seqd_start_released(synth, limit, voices, voiceLimit)
        changes.add(voices: Int(begun))
    }

    /// Notes which voices a message has released.
    @_noLocks
    mutating func noteReleases() {
        startReleased()
        guard pedalBlock > 0, voiceCount > 0 else { return }
        unsafe seqd_note_releases(synth, voices, voiceLimit)
    }

    /// Tunes what sounds on a channel: 128 keys in cents, NaN for silence.
    @_noLocks
    func retune(_ channel: Int, _ cents: UnsafePointer<Float>) {
        let number = Int32(truncatingIfNeeded: channel)
        unsafe seqd_retune(synth, number, cents, voices, voiceLimit)
    }

    /// Sets a generator of what sounds on a channel.
    @_noLocks
    func setSounding(_ generator: GeneratorValue, on channel: Int) {
        unsafe seqd_set_generator(
            synth,
            Int32(truncatingIfNeeded: channel),
            seqd_generator(value: generator.value, number: generator.number),
            voices,
            voiceLimit
        )
    }

    // MARK: Presets

    /// Whether a preset that is missing was selected since this was asked last.
    @_noLocks
    mutating func takesNewSubstitution() -> Bool {
        let count = unsafe seqd_missing_presets(substitutes)
        defer { missing = count }
        return count > missing
    }

    /// Selects a preset; one that is missing is noted, if `isNoted`.
    @_noLocks
    func select(_ preset: PresetSubstitution.Choice, on channel: Int, isNoted: Bool) {
        let number = Int32(truncatingIfNeeded: channel)
        let program = Int32(truncatingIfNeeded: preset.program)
        _ = unsafe fluid_synth_bank_select(synth, number, Int32(truncatingIfNeeded: preset.bank))
        if isNoted {
            _ = unsafe seqd_program_change(synth, substitutes, number, program)
        } else {
            _ = unsafe fluid_synth_program_change(synth, number, program)
        }
    }

    /// Has FluidSynth know whether a channel plays drums.
    @_noLocks
    func setType(_ channel: Int, isDrums: Bool) {
        let type = isDrums ? CHANNEL_TYPE_DRUM : CHANNEL_TYPE_MELODIC
        let number = Int32(truncatingIfNeeded: channel)
        _ = unsafe fluid_synth_set_channel_type(synth, number, Int32(type.rawValue))
    }

    /// The preset of a channel.
    @_noLocks
    func preset(of channel: Int) -> PresetSubstitution.Choice {
        var font: Int32 = 0
        var bank: Int32 = 0
        var program: Int32 = 0
        let number = Int32(truncatingIfNeeded: channel)
        _ = unsafe fluid_synth_get_program(synth, number, &font, &bank, &program)
        return PresetSubstitution.Choice(bank: Int(bank), program: Int(program))
    }

    /// Puts everything into the state of the beginning.
    @_noLocks
    func reset() {
        _ = unsafe fluid_synth_system_reset(synth)
        unsafe seqd_restart_choices(synth)
        unsafe interpolation.set(of: synth)
        unsafe seqd_use_portamento(synth)
    }
}
