import MIDI
package import Racks
package import Realtime

/// The channels of a sampler, or some of them, as the audio thread sees them: no references to count.
///
/// It gives messages their meaning; a ``Synthesizer`` plays the result.
@safe
package struct Shard: ~Copyable {
    /// Events that fit into one span; a fuller span is split.
    package static var queueCapacity: Int {
        @_noLocks get { 4_096 }
    }

    let synthesizer: Synthesizer
    /// The rendered part of the current period.
    package private(set) var output: StereoBuffer
    /// The frames that it sends to the effects.
    package private(set) var sends: SendBuffer
    /// The events of the current span.
    package private(set) var queue: FixedList<ShardEvent>
    /// The frame of the period with which it begins, when it has just come or was asleep; before it
    /// there is silence.
    package var beginsAt = 0
    /// Whether anything was synthesized in the current span: otherwise there is silence in it.
    package private(set) var hasSound = false
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
    package let noteCut: NoteCut
    /// The channels with a program change since the last reset, one bit each: the others play the
    /// preset that nothing has selected.
    private var programmed: UInt16 = 0
    /// The presets that they have selected, for the controlling thread.
    package let chosen = ChosenPresets()

    /// Allocates buffers for spans of up to this many frames.
    ///
    /// - Parameters:
    ///   - synthesizer: Its voices.
    ///   - maximumFrames: The longest span.
    ///   - bankMode: How its messages select banks.
    ///   - noteCut: Which notes cut what still sounds of their key.
    ///   - tuning: The tuning of its melodic channels.
    package init(
        _ synthesizer: consuming Synthesizer,
        maximumFrames: Int,
        bankMode: BankMode,
        noteCut: NoteCut = .off,
        tuning: SamplerTuning = SamplerTuning()
    ) {
        self.synthesizer = synthesizer
        self.noteCut = noteCut
        tunings = ChannelTunings(tuning)
        banks = BankSelector(bankMode)
        output = StereoBuffer(capacity: maximumFrames)
        sends = SendBuffer(capacity: maximumFrames)
        queue = FixedList(capacity: Self.queueCapacity)
    }

    /// Whether a preset that is missing was selected since this was asked last.
    @_noLocks
    package func takesNewSubstitution() -> Bool { synthesizer.takesNewSubstitution() }

    /// The frames between those at which events act: ``Synthesizer/grid``.
    package var grid: Int64 { @_noLocks get { synthesizer.grid } }

    /// The voices that sound.
    package var voiceCount: Int {
        @_noLocks get { synthesizer.voiceCount }
    }

    /// Reads the voices that sound.
    @_noLocks
    package func read(_ voices: inout SoundingVoices) {
        voices.removeAll()
        synthesizer.read(&voices)
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
    /// Events for which the synthesizer has no room wait for it, if need be in the queue.
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
                let next = min(end, position &+ synthesizer.framesToRoom)
                synthesize(from: position, to: next)
                position = next
            }
        }
        if end > position {
            synthesize(from: position, to: end)
        }
        keepEvents(from: applied, after: end)
    }

    /// Keeps the events that wait for room in the next span, and those of later spans of the
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
            while !take(queue[index]) { synthesizer.skipToRoom() }
        }
        queue.removeAll()
    }

    @_noLocks
    private mutating func synthesize(from start: Int, to end: Int) {
        if synthesizer.render(from: start, to: end, &output, &sends) { hasSound = true }
    }

    /// Carries out an event, if the synthesizer has room for all that it changes.
    ///
    /// - Returns: Whether it was carried out.
    @_noLocks
    private mutating func take(_ event: ShardEvent) -> Bool {
        guard synthesizer.takes(event) else { return false }
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
            for channel in 0..<16 { setType(channel) }
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
        setType(channel)
        changeProgram(channel, to: 0)
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
    package mutating func changeProgram(_ channel: Int, to program: Int) {
        select(.init(bank: banks.bank(channel), program: program), on: channel)
    }

    @_noLocks
    private mutating func select(_ preset: PresetSubstitution.Choice, on channel: Int) {
        programmed |= 1 << UInt16(truncatingIfNeeded: channel & 15)
        synthesizer.select(preset, on: channel)
        chosen.set(
            channel,
            bank: synthesizer.preset(of: channel).bank,
            program: preset.program
        )
        setVibrato(channel)
    }

    /// Selects the preset that a channel of another instance has; notes it where it is missing here.
    @_noLocks
    package mutating func copyPreset(_ channel: Int, from other: borrowing Shard, _ source: Int) {
        let preset = other.synthesizer.preset(of: source)
        // Before version 2.4.4 the kind of a channel decides what FluidSynth selects, not the bank.
        synthesizer.setType(channel, isDrums: preset.bank == 128)
        if other.isProgrammed(source) {
            select(preset, on: channel)
        } else {
            synthesizer.select(preset, on: channel, isNoted: false)
        }
    }

    @_noLocks
    private mutating func selectPreset(_ bits: UInt32) {
        let channel = Int(bits >> 24 & 15)
        banks.select(Int(bits & 0x3FFF), on: channel)
        setType(channel)
        changeProgram(channel, to: Int(bits >> 16 & 127))
    }

    /// Makes a channel one of drums or of melodies, with the program that it has.
    @_noLocks
    private mutating func setType(_ channel: Int, isDrums: Bool) {
        let program = synthesizer.preset(of: channel).program
        banks.set(channel, isDrums: isDrums)
        setType(channel)
        changeProgram(channel, to: program)
    }

    /// Has the synthesizer know whether a channel plays drums.
    @_noLocks
    package func setType(_ channel: Int) {
        synthesizer.setType(channel, isDrums: banks.isDrums(channel))
    }

    /// Moves the pitch wheel of a channel.
    @_noLocks
    package mutating func bend(_ channel: Int, to position: Int) {
        wheels[channel].position = position
        synthesizer.bend(channel, to: wheels[channel].wholePosition)
    }

    @_noLocks
    private mutating func apply(_ message: MIDIMessage) {
        let channel = Int(message.channel)
        switch message.status & 0xF0 {
        case 0x80, 0x90:
            if message.isNoteOn {
                press(channel, key: message.data1, velocity: message.data2)
            } else {
                release(channel, key: message.data1)
            }
        case 0xA0: synthesizer.press(channel, key: message.data1, pressure: message.data2)
        case 0xB0: control(message)
        case 0xC0: changeProgram(channel, to: banks.program(Int(message.data1), on: channel))
        case 0xD0: synthesizer.press(channel, pressure: message.data1)
        case 0xE0: bend(channel, to: Int(message.bend))
        default: break
        }
    }
}
