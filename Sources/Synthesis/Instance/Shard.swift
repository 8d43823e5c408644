import CFluidSynth
import MIDI
package import Racks
package import Realtime

/// A FluidSynth instance as the audio thread sees it: no references to count.
@safe
package struct Shard: ~Copyable {
    /// FluidSynth works in blocks of 64 frames from the instance's first frame on; what happens
    /// within a block is heard from the next one on (`fluid_synth_get_internal_bufsize`).
    package static var grid: Int64 {
        @_noLocks get { 64 }
    }
    /// Events that fit into one span; a fuller span is split.
    package static var queueCapacity: Int {
        @_noLocks get { 4_096 }
    }

    package let synth: OpaquePointer
    /// The presets that play instead of missing ones, and the missing ones.
    package let substitutes: OpaquePointer
    /// The rendered part of the current period.
    package private(set) var output: StereoBuffer
    /// The frames that it sends to the effects.
    package private(set) var sends: SendBuffer
    /// The events of the current span.
    package private(set) var queue: FixedList<ShardEvent>
    /// The frame of the period with which it begins, when it has just come or was asleep; before it
    /// there is silence.
    package var beginsAt = 0
    /// The frames that FluidSynth has still to give of the block that it began last.
    private var begunFrames = 0
    /// Whether anything was synthesized in the current span: otherwise there is silence in it.
    package private(set) var hasSound = false
    /// The changes that FluidSynth has yet to carry out.
    package var changes: VoiceChanges
    /// The number of reported selections of missing presets.
    private var missing: Int32 = 0
    package var dataEntries = InlineArray<16, DataEntry>(repeating: DataEntry())
    /// The keys that are down, by channel.
    package var keys = InlineArray<16, ChannelKeys>(repeating: ChannelKeys())
    /// The banks that channels select, and which of them play drums.
    package var banks: BankSelector
    package var portamentos = InlineArray<16, Portamento>(repeating: Portamento())
    package var wheels = InlineArray<16, PitchWheel>(repeating: PitchWheel())
    /// The strips' tuning in cents, which every channel has on top of the music's.
    package var tuning: Float = 0
    /// The tunings of its channels' keys.
    package var tunings: ChannelTunings
    /// The master tuning of melodic channels.
    package var masterTuning = MasterTuning()
    /// Its own additions to the music's offsets of generators, by channel.
    package var added = InlineArray<16, AddedOffsets>(repeating: AddedOffsets())
    /// The depth of the vibrato at the end of the modulation wheel in cents, by channel: RPN 5.
    package var modulationDepths = InlineArray<16, Float>(repeating: AddedOffsets.modulationDepth)
    /// The settings of messages for notes.
    package var sounds = ChannelSounds()
    package let interpolation: Interpolation
    package let noteCut: NoteCut
    /// The length of a block in seconds with half pedalling, otherwise 0.
    package let pedalBlock: Float
    /// Whether zones are to be started at the release of their keys.
    package let hasReleaseZones: Bool
    /// The channels with a program change since the last reset, one bit each: the others play the
    /// preset that nothing has selected.
    private var programmed: UInt16 = 0
    /// The presets that they have selected, for the controlling thread.
    package let chosen = ChosenPresets()

    /// Allocates buffers for spans of up to this many frames.
    ///
    /// - Parameters:
    ///   - synth: The instance, which must outlive the shard.
    ///   - substitutes: Its substitutes.
    ///   - voices: The polyphony with which it was made.
    ///   - maximumFrames: The longest span.
    ///   - bankMode: How its messages select banks.
    ///   - interpolation: What a reset restores.
    ///   - noteCut: Which notes cut what still sounds of their key.
    ///   - tuning: The tuning of its melodic channels.
    ///   - pedalBlock: The length of a block in seconds with half pedalling,
    ///     otherwise 0.
    ///   - hasReleaseZones: Whether zones are to be started at the release of their keys.
    package init(
        synth: OpaquePointer,
        substitutes: OpaquePointer,
        voices: Int,
        maximumFrames: Int,
        bankMode: BankMode,
        interpolation: Interpolation = .fourthOrder,
        noteCut: NoteCut = .off,
        tuning: SamplerTuning = SamplerTuning(),
        pedalBlock: Float = 0,
        hasReleaseZones: Bool = false
    ) {
        unsafe self.synth = synth
        unsafe self.substitutes = substitutes
        self.interpolation = interpolation
        self.noteCut = noteCut
        self.pedalBlock = pedalBlock
        self.hasReleaseZones = hasReleaseZones
        tunings = ChannelTunings(tuning, voices: voices)
        banks = BankSelector(bankMode)
        changes = VoiceChanges(voices: voices)
        output = StereoBuffer(capacity: maximumFrames)
        sends = SendBuffer(capacity: maximumFrames)
        queue = FixedList(capacity: Self.queueCapacity)
    }

    /// Whether a preset that is missing was selected since this was asked last.
    @_noLocks
    package mutating func takesNewSubstitution() -> Bool {
        let count = unsafe seqd_missing_presets(substitutes)
        defer { missing = count }
        return count > missing
    }

    /// The voices that sound.
    package var voiceCount: Int {
        @_noLocks get { unsafe Int(fluid_synth_get_active_voice_count(synth)) }
    }

    /// Whether no voice sounds, and the first frames of the period hold nothing that could be heard.
    @_noLocks
    package func isSilent(_ frames: Int) -> Bool {
        // −100 dBFS, where a tail counts as ended only after a while of it.
        voiceCount == 0 && !output.exceeds(0.00001, count: frames)
    }

    /// Whether the queue takes one more event.
    package var hasRoom: Bool { @_noLocks get { queue.room > 0 } }

    /// Adds an event; `false` when the queue is full.
    @_noLocks
    package mutating func push(_ event: ShardEvent) -> Bool {
        queue.append(event)
    }

    /// Renders frames `start ..< end` of the buffers, applying each queued event at its offset.
    ///
    /// Events that FluidSynth cannot take before its next block wait for it, if need be in
    /// the queue.
    ///
    /// Audio thread or one of its workers.
    @_noLocks
    package mutating func render(from start: Int, to end: Int) {
        var position = start
        hasSound = false
        if beginsAt > start {
            position = min(beginsAt, end)
            output.clear(from: start, to: position)
            sends.clear(from: start, to: position)
        }
        if end >= beginsAt { beginsAt = 0 }
        var applied = 0
        while applied < queue.count {
            let event = queue[applied]
            let offset = Int(event.offset)
            // A live event of a later span of the period.
            if offset > end { break }
            if offset > position {
                synthesize(from: position, to: offset)
                position = offset
            }
            if take(event) {
                applied &+= 1
            } else {
                guard position < end else { break }
                let next = min(end, position &+ begunFrames &+ Int(Self.grid))
                synthesize(from: position, to: next)
                position = next
            }
        }
        if end > position {
            synthesize(from: position, to: end)
        }
        keepEvents(from: applied, after: end)
    }

    /// Keeps the events that wait for a block of the next span, and those of later spans of the
    /// period.
    @_noLocks
    private mutating func keepEvents(from first: Int, after end: Int) {
        queue.removeFirst(first)
        guard queue.count > 0 else { return }
        var hasBorrowed = false
        for index in 0..<queue.count {
            if queue[index].offset <= end { queue[index].offset = 0 }
            if unsafe queue[index].bytes != nil { hasBorrowed = true }
        }
        // The bytes of a message last as long as its span, and senders of more wait for room.
        guard hasBorrowed || queue.room == 0 else { return }
        for index in 0..<queue.count {
            while !take(queue[index]) { skipBlock() }
        }
        queue.removeAll()
    }

    /// Leaves out the sound as far as the end of the next block: a click, where otherwise notes would
    /// hang.
    @_noLocks
    private mutating func skipBlock() {
        unsafe seqd_skip(synth, Int32(truncatingIfNeeded: begunFrames &+ Int(Self.grid)))
        begunFrames = 0
        changes.clear()
    }

    /// Renders frames `start ..< end`.
    ///
    /// Whole blocks in which no voice sounds are left out: FluidSynth mixes silence as slowly as
    /// sound, and nothing but voices depends on its time.
    @_noLocks
    private mutating func synthesize(from start: Int, to end: Int) {
        var position = start
        if changes.isFilling {
            // FluidSynth keeps no more ended voices in a call than it has, and many may end at once.
            position = min(end, start &+ begunFrames &+ Int(Self.grid))
            callSynth(from: start, to: position)
        }
        if begunFrames == 0 && voiceCount == 0 {
            let silence = position
            position = end &- (end &- position) % Int(Self.grid)
            output.clear(from: silence, to: position)
            sends.clear(from: silence, to: position)
        }
        if position < end { callSynth(from: position, to: end) }
    }

    @_noLocks
    private mutating func callSynth(from start: Int, to end: Int) {
        guard pedalBlock > 0 else {
            callSynthOnce(from: start, to: end)
            return
        }
        var position = start
        while position < end {
            var next = min(end, position &+ begunFrames)
            if begunFrames == 0 { next = fade() ? min(end, position &+ Int(Self.grid)) : end }
            callSynthOnce(from: position, to: next)
            position = next
        }
    }

    @_noLocks
    private mutating func callSynthOnce(from start: Int, to end: Int) {
        hasSound = true
        let frames = end &- start
        let grid = Int(Self.grid)
        if frames > begunFrames { changes.clear() }
        begunFrames = (begunFrames &+ grid &- frames % grid) % grid
        unsafe seqd_render(
            synth,
            Int32(truncatingIfNeeded: frames),
            output.left.span(from: start, to: end) + start,
            output.right.span(from: start, to: end) + start,
            sends.reverb.span(from: start, to: end) + start,
            sends.chorus.span(from: start, to: end) + start
        )
    }

    /// Carries out an event, if FluidSynth can take all that it changes before its next block.
    ///
    /// - Returns: Whether it was carried out.
    @_noLocks
    private mutating func take(_ event: ShardEvent) -> Bool {
        let voices = voiceCount
        guard changes.hasRoom(for: VoiceChanges.needed(for: event, voices: voices)) else {
            return false
        }
        changes.add(VoiceChanges.most(of: event, voices: voices))
        apply(event)
        return true
    }

    @_noLocks
    private mutating func apply(_ event: ShardEvent) {
        switch event.kind {
        case .channel:
            apply(MIDIMessage(bits: event.bits))
            return
        case .systemReset:
            systemReset()
        case .channelTypes:
            banks.reset()
            tunings.reset()
            sounds.reset()
            masterTuning = MasterTuning()
            for channel: Int32 in 0..<16 { setType(channel) }
        case .channelType:
            setType(Int(event.bits >> 24 & 15), isDrums: event.bits & 2 != 0)
        case .tuning:
            tune(to: Float(bitPattern: event.bits))
        case .program:
            selectPreset(event.bits)
        case .systemExclusive:
            applyExclusive(event)
        }
        // Drums may have become a melody, which has the master tuning.
        tuneChannels()
    }

    /// Selects the first preset of a rhythm or melodic part.
    @_noLocks
    package mutating func initialize(part channel: Int) {
        let number = Int32(truncatingIfNeeded: channel)
        setType(number)
        changeProgram(number, to: 0)
    }

    /// A reset clears the selected parameters, the keys that are down and mono mode too.
    @_noLocks
    package mutating func forgetChannels() {
        programmed = 0
        chosen.clear()
        for channel in 0..<16 {
            dataEntries[channel] = DataEntry()
            keys[channel] = ChannelKeys()
            modulationDepths[channel] = AddedOffsets.modulationDepth
            portamentos[channel] = Portamento()
            wheels[channel] = PitchWheel()
        }
    }

    /// Whether a message has selected a program on a channel.
    @_noLocks
    package func isProgrammed(_ channel: Int) -> Bool {
        programmed >> UInt16(truncatingIfNeeded: channel & 15) & 1 == 1
    }

    @_noLocks
    package mutating func changeProgram(_ channel: Int32, to program: Int32) {
        let bank = Int32(truncatingIfNeeded: banks.bank(Int(channel)))
        _ = unsafe fluid_synth_bank_select(synth, channel, bank)
        select(program, on: channel)
    }

    @_noLocks
    private mutating func select(_ program: Int32, on channel: Int32) {
        programmed |= 1 << UInt16(truncatingIfNeeded: channel & 15)
        _ = unsafe seqd_program_change(synth, substitutes, channel, program)
        var font: Int32 = 0
        var bank: Int32 = 0
        var current: Int32 = 0
        _ = unsafe fluid_synth_get_program(synth, channel, &font, &bank, &current)
        chosen.set(Int(channel), bank: bank, program: program)
        setVibrato(Int(channel))
    }

    /// Selects the preset that a channel of another instance has; notes it where it is missing here.
    @_noLocks
    package mutating func copyPreset(_ channel: Int, from other: borrowing Shard, _ source: Int) {
        let number = Int32(truncatingIfNeeded: channel)
        let old = Int32(truncatingIfNeeded: source)
        var font: Int32 = 0
        var bank: Int32 = 0
        var program: Int32 = 0
        _ = unsafe fluid_synth_get_program(other.synth, old, &font, &bank, &program)
        // Before version 2.4.4 the kind of a channel decides what it selects, not the bank.
        setType(number, isDrums: bank == 128)
        _ = unsafe fluid_synth_bank_select(synth, number, bank)
        if other.isProgrammed(source) {
            select(program, on: number)
        } else {
            _ = unsafe fluid_synth_program_change(synth, number, program)
        }
    }

    @_noLocks
    private mutating func selectPreset(_ bits: UInt32) {
        let channel = Int32(bits >> 24 & 15)
        banks.select(Int(bits & 0x3FFF), on: Int(channel))
        setType(channel)
        changeProgram(channel, to: Int32(bits >> 16 & 127))
    }

    /// Makes a channel one of drums or of melodies, with the program that it has.
    @_noLocks
    private mutating func setType(_ channel: Int, isDrums: Bool) {
        let number = Int32(truncatingIfNeeded: channel)
        var font: Int32 = 0
        var bank: Int32 = 0
        var program: Int32 = 0
        _ = unsafe fluid_synth_get_program(synth, number, &font, &bank, &program)
        banks.set(channel, isDrums: isDrums)
        setType(number)
        changeProgram(number, to: program)
    }

    /// Has FluidSynth know whether a channel plays drums.
    @_noLocks
    package func setType(_ channel: Int32) {
        setType(channel, isDrums: banks.isDrums(Int(channel)))
    }

    @_noLocks
    private func setType(_ channel: Int32, isDrums: Bool) {
        let type = isDrums ? CHANNEL_TYPE_DRUM : CHANNEL_TYPE_MELODIC
        _ = unsafe fluid_synth_set_channel_type(synth, channel, Int32(type.rawValue))
    }

    /// Moves the pitch wheel of a channel.
    @_noLocks
    package mutating func bend(_ channel: Int, to position: Int) {
        wheels[channel].position = position
        let number = Int32(truncatingIfNeeded: channel)
        let whole = Int32(truncatingIfNeeded: wheels[channel].wholePosition)
        _ = unsafe fluid_synth_pitch_bend(synth, number, whole)
    }

    @_noLocks
    private mutating func apply(_ message: MIDIMessage) {
        let channel = Int32(message.channel)
        let data1 = Int32(message.data1)
        let data2 = Int32(message.data2)
        switch message.status & 0xF0 {
        case 0x80, 0x90:
            if message.isNoteOn {
                press(Int(channel), key: message.data1, velocity: message.data2)
            } else {
                release(Int(channel), key: message.data1)
            }
        case 0xA0: _ = unsafe fluid_synth_key_pressure(synth, channel, data1, data2)
        case 0xB0: control(message)
        case 0xC0: changeProgram(channel, to: data1)
        case 0xD0: _ = unsafe fluid_synth_channel_pressure(synth, channel, data1)
        case 0xE0: bend(Int(channel), to: Int(message.bend))
        default: break
        }
    }
}
