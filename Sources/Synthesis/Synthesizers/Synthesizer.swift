import MIDI
package import Realtime

/// The voices and channels of a ``Shard``, which the rules of MIDI above are the same for.
///
/// A closed choice: `@_noLocks` sees through it, and nothing counts references. What a message means
/// (banks, parameters, pedals, tunings, resets) is the shard's; a synthesizer gets results, and plays
/// them.
package enum Synthesizer: ~Copyable {
    /// FluidSynth's.
    case fluidSynth(Box<FluidSynthVoices>)
    /// Our own.
    case seqd(Box<SeqdVoices>)

    /// The frames between those at which events act, counted from the synthesizer's first one.
    package var grid: Int64 {
        @_noLocks get {
            switch self {
            case .fluidSynth: FluidSynthVoices.block
            case .seqd: 1
            }
        }
    }

    /// The coarsest grid of any synthesizer.
    package static var coarsestGrid: Int64 { @_noLocks get { FluidSynthVoices.block } }

    /// The voices that sound.
    var voiceCount: Int {
        @_noLocks get {
            switch self {
            case .fluidSynth(let voices): voices.value.voiceCount
            case .seqd(let voices): voices.value.voiceCount
            }
        }
    }

    // MARK: Time

    /// Makes room for all that an event changes.
    ///
    /// - Returns: Whether there is; otherwise the event has to wait until as many frames as
    ///   ``framesToRoom`` have been rendered.
    @_noLocks
    func takes(_ event: ShardEvent) -> Bool {
        switch self {
        case .fluidSynth(let voices): voices.value.takes(event)
        case .seqd: true
        }
    }

    /// The frames after which an event has room that had none.
    var framesToRoom: Int {
        @_noLocks get {
            switch self {
            case .fluidSynth(let voices): voices.value.framesToNextBlock
            case .seqd: 0
            }
        }
    }

    /// Makes room for events by leaving out as many frames.
    @_noLocks
    func skipToRoom() {
        switch self {
        case .fluidSynth(let voices): voices.value.skipBlock()
        case .seqd: break
        }
    }

    /// Renders frames `start ..< end`.
    ///
    /// - Returns: Whether anything was synthesized; otherwise there is silence.
    @_noLocks
    func render(
        from start: Int,
        to end: Int,
        _ output: inout StereoBuffer,
        _ sends: inout SendBuffer
    ) -> Bool {
        switch self {
        case .fluidSynth(let voices): voices.value.render(from: start, to: end, &output, &sends)
        case .seqd(let voices): voices.value.render(from: start, to: end, &output, &sends)
        }
    }

    /// Reads the voices that sound.
    @_noLocks
    func read(_ states: inout SoundingVoices) {
        switch self {
        case .fluidSynth(let voices): voices.value.read(&states)
        case .seqd(let voices): voices.value.read(&states)
        }
    }

    // MARK: Notes

    /// Whether it plays one note at a time itself while the legato pedal (CC68) is down.
    var hasLegatoPedal: Bool {
        @_noLocks get {
            switch self {
            case .fluidSynth: true
            case .seqd: false
            }
        }
    }

    /// Begins a note.
    @_noLocks
    func noteOn(_ channel: Int, key: UInt8, velocity: UInt8, _ settings: NoteSettings) {
        switch self {
        case .fluidSynth(let voices):
            voices.value.noteOn(channel, key: key, velocity: velocity, settings)
        case .seqd(let voices):
            voices.value.noteOn(channel, key: key, velocity: velocity, settings)
        }
    }

    /// Ends a note.
    @_noLocks
    func noteOff(_ channel: Int, key: UInt8) {
        switch self {
        case .fluidSynth(let voices): voices.value.noteOff(channel, key: key)
        case .seqd(let voices): voices.value.noteOff(channel, key: key)
        }
    }

    /// Starts what sounds at the release of keys, after a controller that has ended notes.
    @_noLocks
    func startReleased() {
        switch self {
        case .fluidSynth(let voices): voices.value.startReleased()
        case .seqd: break
        }
    }

    /// Notes which voices a controller has released.
    @_noLocks
    func noteReleases() {
        switch self {
        case .fluidSynth(let voices): voices.value.noteReleases()
        case .seqd: break
        }
    }

    /// Tunes what sounds on a channel: 128 keys in cents above equal temperament, NaN for silence.
    @_noLocks
    func retune(_ channel: Int, _ cents: UnsafePointer<Float>) {
        switch self {
        case .fluidSynth(let voices): unsafe voices.value.retune(channel, cents)
        case .seqd(let voices): unsafe voices.value.retune(channel, cents)
        }
    }

    /// Sets a generator of what sounds on a channel.
    @_noLocks
    func setSounding(_ generator: GeneratorValue, on channel: Int) {
        switch self {
        case .fluidSynth(let voices): voices.value.setSounding(generator, on: channel)
        case .seqd(let voices): voices.value.setSounding(generator, on: channel)
        }
    }

    // MARK: Channels

    /// Sends a controller.
    @_noLocks
    func control(_ channel: Int, _ controller: UInt8, _ value: UInt8) {
        switch self {
        case .fluidSynth(let voices): voices.value.control(channel, controller, value)
        case .seqd(let voices): voices.value.control(channel, controller, value)
        }
    }

    /// The value of a controller, 0 … 127.
    @_noLocks
    func controller(_ number: UInt8, of channel: Int) -> UInt8 {
        switch self {
        case .fluidSynth(let voices): voices.value.controller(number, of: channel)
        case .seqd(let voices): voices.value.controller(number, of: channel)
        }
    }

    /// Moves the pitch wheel, 0 … 16383.
    @_noLocks
    func bend(_ channel: Int, to position: Int) {
        switch self {
        case .fluidSynth(let voices): voices.value.bend(channel, to: position)
        case .seqd(let voices): voices.value.bend(channel, to: position)
        }
    }

    /// Sets the range of the pitch wheel in semitones, 0 … 127.
    @_noLocks
    func setBendRange(_ channel: Int, semitones: UInt8) {
        switch self {
        case .fluidSynth(let voices): voices.value.setBendRange(channel, semitones: semitones)
        case .seqd(let voices): voices.value.setBendRange(channel, semitones: semitones)
        }
    }

    /// Sends the pressure of a channel's keys.
    @_noLocks
    func press(_ channel: Int, pressure: UInt8) {
        switch self {
        case .fluidSynth(let voices): voices.value.press(channel, pressure: pressure)
        case .seqd(let voices): voices.value.press(channel, pressure: pressure)
        }
    }

    /// Sends the pressure of a key.
    @_noLocks
    func press(_ channel: Int, key: UInt8, pressure: UInt8) {
        switch self {
        case .fluidSynth(let voices): voices.value.press(channel, key: key, pressure: pressure)
        case .seqd(let voices): voices.value.press(channel, key: key, pressure: pressure)
        }
    }

    /// The offset of a generator on a channel, in the generator's unit.
    @_noLocks
    func offset(of generator: UInt8, on channel: Int) -> Float {
        switch self {
        case .fluidSynth(let voices): voices.value.offset(of: generator, on: channel)
        case .seqd(let voices): voices.value.offset(of: generator, on: channel)
        }
    }

    /// Sets the offset of a generator on a channel, for what sounds too.
    @_noLocks
    func setOffset(_ value: Float, of generator: UInt8, on channel: Int) {
        switch self {
        case .fluidSynth(let voices): voices.value.setOffset(value, of: generator, on: channel)
        case .seqd(let voices): voices.value.setOffset(value, of: generator, on: channel)
        }
    }

    // MARK: Presets

    /// Selects a preset; one that is missing is noted, if `isNoted`.
    @_noLocks
    func select(_ preset: PresetSubstitution.Choice, on channel: Int, isNoted: Bool = true) {
        switch self {
        case .fluidSynth(let voices):
            voices.value.select(preset, on: channel, isNoted: isNoted)
        case .seqd(let voices):
            voices.value.select(preset, on: channel, isNoted: isNoted)
        }
    }

    /// The preset of a channel.
    @_noLocks
    func preset(of channel: Int) -> PresetSubstitution.Choice {
        switch self {
        case .fluidSynth(let voices): voices.value.preset(of: channel)
        case .seqd(let voices): voices.value.preset(of: channel)
        }
    }

    /// Makes a channel one of drums or of melodies.
    @_noLocks
    func setType(_ channel: Int, isDrums: Bool) {
        switch self {
        case .fluidSynth(let voices): voices.value.setType(channel, isDrums: isDrums)
        case .seqd(let voices): voices.value.setType(channel, isDrums: isDrums)
        }
    }

    /// Whether modulators of a channel's preset set the depth of the vibrato by the modulation wheel.
    @_noLocks
    func hasOwnModulation(_ channel: Int) -> Bool {
        switch self {
        case .fluidSynth(let voices): voices.value.hasOwnModulation(channel)
        case .seqd(let voices): voices.value.hasOwnModulation(channel)
        }
    }

    /// Whether a preset that is missing was selected since this was asked last.
    @_noLocks
    func takesNewSubstitution() -> Bool {
        switch self {
        case .fluidSynth(let voices): voices.value.takesNewSubstitution()
        case .seqd(let voices): voices.value.takesNewSubstitution()
        }
    }

    /// Puts everything into the state of the beginning.
    @_noLocks
    func reset() {
        switch self {
        case .fluidSynth(let voices): voices.value.reset()
        case .seqd(let voices): voices.value.reset()
        }
    }
}
