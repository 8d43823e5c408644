import CLinux
import Platform
import Racks
import Realtime
import Voices

/// Our own voices and their channels as the audio thread sees them: no references to count.
package struct SeqdVoices: ~Copyable {
    private var engine: VoiceEngine
    /// The presets; the instance, which outlives the voices, owns them.
    private let directory: Loan<PresetDirectory>
    private var channels = InlineArray<16, Channel>(repeating: Channel())
    /// The changes of a note's parameters.
    private var changes: FixedList<ParameterChange>
    /// The number of reported selections of missing presets.
    private var missing = 0
    /// The frames of the calls since the last in which a voice sounded.
    private var silentFrames = Self.longestRest
    /// Frames per second.
    private let rate: Int
    /// Whether it notes missing presets: of several that share a channel one does.
    private let notesMissing: Bool
    /// Wakes the ``SampleStream``, which lives for ever.
    private let stream: Loan<Semaphore>

    /// A channel, as far as the voices do not know it.
    private struct Channel: BitwiseCopyable {
        var choice = PresetSubstitution.Choice(bank: 0, program: 0)
        var own = OwnControls(rawValue: 0)
        var isDrums = false
        /// Whether data entry is for the fine (1) or the coarse tuning (2), or for nothing that the
        /// voices know (0).
        var tuning: UInt8 = 0

        @_noLocks
        init() {}
    }

    /// The frames in which the last voice's blocks have been given.
    private static var longestRest: Int { @_noLocks get { 128 } }
    /// The factor of all voices: that of FluidSynth's users.
    private static var gain: Double { @_noLocks get { 0.2 } }

    /// Makes the voices of an instance, which must outlive them.
    ///
    /// Allocates: not for the audio thread.
    init(_ instance: SeqdInstance) {
        engine = VoiceEngine(
            polyphony: instance.polyphony,
            rate: Double(instance.rate),
            factor: Self.gain,
            isArticulated: instance.isArticulated,
            mostTurns: instance.mostTurns,
            share: instance.share
        )
        engine.interpolation = instance.interpolation
        engine.hasHalfPedal = instance.hasHalfPedal
        directory = unsafe instance.directory.loan
        changes = FixedList(capacity: ChannelSounds.mostGenerators)
        rate = instance.rate
        notesMissing = instance.share.index == 0
        unsafe stream = SampleStream.shared.waiting.loan
        selectFirstPresets()
    }

    /// The voices that sound.
    var voiceCount: Int { @_noLocks get { engine.voiceCount } }

    /// Reads the voices that sound.
    @_noLocks
    func read(_ sounding: inout SoundingVoices) {
        for index in 0..<engine.voiceCount {
            let state = engine.state(index)
            let holds = SoundingVoice.Holds(rawValue: state.holds.rawValue)
            sounding.append(
                SoundingVoice(
                    channel: UInt8(truncatingIfNeeded: state.channel),
                    key: state.key,
                    holds: holds
                )
            )
        }
    }

    /// Renders frames `start ..< end`.
    ///
    /// - Returns: Whether anything was synthesized; otherwise there is silence.
    @_noLocks
    mutating func render(
        from start: Int,
        to end: Int,
        _ output: inout StereoBuffer,
        _ sends: inout SendBuffer
    ) -> Bool {
        guard engine.voiceCount > 0 || silentFrames < Self.longestRest else {
            output.clear(from: start, to: end)
            sends.clear(from: start, to: end)
            engine.skip(end &- start)
            return false
        }
        let isSounding = engine.voiceCount > 0
        // Only articulated voices play samples that are read meanwhile.
        if engine.isArticulated { engine.clock = seqd_monotonic_nanoseconds() }
        unsafe engine.render(
            end &- start,
            left: output.left.span(from: start, to: end) + start,
            right: output.right.span(from: start, to: end) + start,
            reverb: sends.reverb.span(from: start, to: end) + start,
            chorus: sends.chorus.span(from: start, to: end) + start
        )
        if engine.waitsForFrames {
            engine.waitsForFrames = false
            stream.value.post()
        }
        // One that has just ended may have a part behind the end of its last block.
        silentFrames = isSounding || engine.voiceCount > 0 ? 0 : silentFrames &+ end &- start
        return true
    }

    // MARK: Notes

    /// Begins a note.
    @_noLocks
    mutating func noteOn(
        _ channel: Int,
        key: UInt8,
        velocity: UInt8,
        _ settings: Synthesis.NoteSettings
    ) {
        changes.removeAll()
        for index in 0..<settings.defaults.count { add(settings.defaults[index], isDefault: true) }
        for index in 0..<settings.offsets.count { add(settings.offsets[index], isDefault: false) }
        var note = Voices.NoteSettings()
        if let cents = unsafe settings.cents {
            unsafe note.tuning = LentElements(cents, count: 128)
        }
        unsafe note.changes = changes.lent
        note.isSoft = settings.isSoft && !channels[channel].own.hasSoftPedal
        note.cutsKey = settings.cutsKey
        if let glide = settings.glide {
            note.glide = Float(Int(glide.from) &- Int(key)) * 100
            note.glideFrames = glide.milliseconds &* rate / 1_000
        }
        engine.noteOn(channel: channel, key: key, velocity: velocity, note: note)
    }

    @_noLocks
    private mutating func add(_ value: GeneratorValue, isDefault: Bool) {
        guard let parameter = RegionParameter(rawValue: value.number) else { return }
        changes.append(ParameterChange(parameter, value.value, isDefault: isDefault))
    }

    /// Ends a note.
    @_noLocks
    mutating func noteOff(_ channel: Int, key: UInt8) { engine.noteOff(channel: channel, key: key) }

    /// Tunes what sounds on a channel: 128 keys in cents, NaN for silence.
    @_noLocks
    mutating func retune(_ channel: Int, _ cents: UnsafePointer<Float>) {
        unsafe engine.retune(LentElements(cents, count: 128), channel: channel)
    }

    /// Sets a generator of what sounds on a channel.
    @_noLocks
    mutating func setSounding(_ generator: GeneratorValue, on channel: Int) {
        guard let parameter = RegionParameter(rawValue: generator.number) else { return }
        engine.setSounding(Double(generator.value), of: parameter, channel: channel)
    }

    // MARK: Channels

    /// Sends a controller.
    @_noLocks
    mutating func control(_ channel: Int, _ controller: UInt8, _ value: UInt8) {
        engine.control(controller, value, channel: channel)
        switch controller {
        case 6: enterTuning(value, channel)
        case 98, 99: channels[channel].tuning = 0
        case 100, 101:
            let isRegistered = engine.controller(101, channel: channel) == 0
            let number = engine.controller(100, channel: channel)
            channels[channel].tuning = isRegistered && number <= 2 ? number : 0
        case 121:
            channels[channel].tuning = 0
            for parameter in 0..<UInt8(64) { setOffset(0, of: parameter, on: channel) }
        default: break
        }
    }

    /// Tunes a channel by data entry for RPN 1, in parts of 8,192 of a semitone, or RPN 2, in semitones.
    @_noLocks
    private mutating func enterTuning(_ value: UInt8, _ channel: Int) {
        switch channels[channel].tuning {
        case 1:
            let data = Int(value) << 7 | Int(engine.controller(38, channel: channel))
            engine.setOffset(Double(data &- 8_192) / 81.92, of: .fineTune, channel: channel)
        case 2:
            engine.setOffset(Double(Int(value) &- 64), of: .coarseTune, channel: channel)
        default: break
        }
    }

    /// The value of a controller, 0 … 127.
    @_noLocks
    func controller(_ number: UInt8, of channel: Int) -> UInt8 {
        engine.controller(number, channel: channel)
    }

    /// Moves the pitch wheel, 0 … 16383.
    @_noLocks
    mutating func bend(_ channel: Int, to position: Int) {
        engine.setWheel(position, channel: channel)
    }

    /// Sets the range of the pitch wheel in semitones, 0 … 127.
    @_noLocks
    mutating func setBendRange(_ channel: Int, semitones: UInt8) {
        engine.setWheelRange(Double(semitones), channel: channel)
    }

    /// Sends the pressure of a channel's keys.
    @_noLocks
    mutating func press(_ channel: Int, pressure: UInt8) {
        engine.setPressure(pressure, channel: channel)
    }

    /// Sends the pressure of a key.
    @_noLocks
    mutating func press(_ channel: Int, key: UInt8, pressure: UInt8) {
        engine.setPressure(pressure, key: key, channel: channel)
    }

    /// The offset of a generator on a channel, in the generator's unit.
    @_noLocks
    func offset(of generator: UInt8, on channel: Int) -> Float {
        guard let parameter = RegionParameter(rawValue: generator) else { return 0 }
        return Float(engine.offset(parameter, channel: channel))
    }

    /// Sets the offset of a generator on a channel, for what sounds too.
    @_noLocks
    mutating func setOffset(_ value: Float, of generator: UInt8, on channel: Int) {
        guard let parameter = RegionParameter(rawValue: generator),
            engine.offset(parameter, channel: channel) != Double(value)
        else { return }
        engine.setOffset(Double(value), of: parameter, channel: channel)
    }

    // MARK: Presets

    /// Selects a preset; one that is missing is noted, if `isNoted`.
    @_noLocks
    mutating func select(_ preset: PresetSubstitution.Choice, on channel: Int, isNoted: Bool) {
        let bank = channels[channel].isDrums ? 128 : preset.bank
        let choice = PresetSubstitution.Choice(bank: bank, program: preset.program)
        let played = directory.value.preset(
            choice,
            notingChannel: isNoted && notesMissing ? channel : nil
        )
        channels[channel].choice = choice
        channels[channel].own = played.own
        engine.setPreset(played.regions, channel: channel)
    }

    /// The preset of a channel.
    @_noLocks
    func preset(of channel: Int) -> PresetSubstitution.Choice { channels[channel].choice }

    /// Makes a channel one of drums or of melodies.
    @_noLocks
    mutating func setType(_ channel: Int, isDrums: Bool) { channels[channel].isDrums = isDrums }

    /// Whether modulators of a channel's preset set the depth of the vibrato by the modulation wheel.
    @_noLocks
    func hasOwnModulation(_ channel: Int) -> Bool { channels[channel].own.hasModulation }

    /// Whether a preset that is missing was selected since this was asked last.
    @_noLocks
    mutating func takesNewSubstitution() -> Bool {
        let count = directory.value.missingPresets
        defer { missing = count }
        return count > missing
    }

    /// Puts everything into the state of the beginning.
    @_noLocks
    mutating func reset() {
        engine.reset()
        selectFirstPresets()
    }

    @_noLocks
    private mutating func selectFirstPresets() {
        for channel in 0..<16 {
            channels[channel] = Channel()
            channels[channel].isDrums = channel == 9
            select(.init(bank: 0, program: 0), on: channel, isNoted: false)
        }
    }
}
