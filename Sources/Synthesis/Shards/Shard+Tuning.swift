package import MIDI

/// The tuning of a sampler's strip and the master tuning: an offset of the fine tuning, on top of what
/// the music sets on a channel.
extension Shard {
    private static var fineTune: UInt8 { @_noLocks get { 52 } }
    /// The generators that SoundFont 2.04 §8.1.2 numbers.
    static var generatorCount: UInt8 { @_noLocks get { 60 } }
    /// The generator of the vibrato's depth.
    static var vibrato: UInt8 { @_noLocks get { 6 } }

    /// Tunes all channels, voices that sound too.
    ///
    /// - Parameter cents: The strips' cents above what the music sets.
    @_noLocks
    package mutating func tune(to cents: Float) {
        tuning = cents
        tuneChannels()
    }

    /// Gives all channels the tuning of strips and the master tuning.
    @_noLocks
    package mutating func tuneChannels() {
        for channel in 0..<16 { tune(channel) }
    }

    /// Gives a channel the tuning of strips and, unless it plays drums, the master tuning.
    @_noLocks
    package mutating func tune(_ channel: Int) {
        let wanted = tuning + (banks.isDrums(channel) ? 0 : masterTuning.total)
        let before = added[channel].fineTuning
        guard wanted != before else { return }
        let music = synthesizer.offset(of: Self.fineTune, on: channel) - before
        synthesizer.setOffset(music + wanted, of: Self.fineTune, on: channel)
        added[channel].fineTuning = wanted
    }

    /// Tunes a channel again whose fine tuning a message has set to the music's alone.
    @_noLocks
    package func restoreTuning(of channel: Int) {
        let tuning = added[channel].fineTuning
        guard tuning != 0 else { return }
        let music = synthesizer.offset(of: Self.fineTune, on: channel)
        synthesizer.setOffset(music + tuning, of: Self.fineTune, on: channel)
    }

    /// Tunes all channels again that a reset has set to zero.
    @_noLocks
    package mutating func restoreTuning() {
        for channel in 0..<16 where synthesizer.offset(of: Self.fineTune, on: channel) == 0 {
            added[channel].fineTuning = 0
        }
        tuneChannels()
    }

    /// The amount that is added to the music's part of a generator's offset on a channel.
    @_noLocks
    private func added(to generator: UInt8, on channel: Int) -> Float {
        if generator == Self.fineTune { return added[channel].fineTuning }
        return generator == Self.vibrato ? added[channel].vibrato : 0
    }

    /// The music's part of a generator's offset on a channel.
    @_noLocks
    package func musicOffset(of generator: UInt8, on channel: Int) -> Float {
        synthesizer.offset(of: generator, on: channel) - added(to: generator, on: channel)
    }

    /// Sets the music's part of a generator's offset on a channel, where it differs.
    @_noLocks
    package func setMusicOffset(_ value: Float, of generator: UInt8, on channel: Int) {
        guard musicOffset(of: generator, on: channel) != value else { return }
        let whole = value + added(to: generator, on: channel)
        synthesizer.setOffset(whole, of: generator, on: channel)
    }
}

/// Tunings of the keys: the MIDI Tuning Standard, on top of the sampler's tuning.
///
/// FluidSynth knows nothing of them: it would allocate, tune all channels by a message for one, and
/// tune voices wrong that do not follow the keys fully.
extension Shard {
    /// Carries out a message of the tuning standard.
    @_noLocks
    package mutating func retune(_ message: TuningMessage, _ bytes: UnsafePointer<UInt8>) {
        let channels = unsafe tunings.apply(message, bytes)
        guard message.isRealTime else { return }
        for channel in 0..<16 where channels >> UInt16(channel) & 1 == 1 { retune(channel) }
    }

    /// Selects a tuning program or a bank of them, by data entry, increment or decrement.
    ///
    /// Notes that sound change too.
    @_noLocks
    package mutating func select(
        _ selection: DataEntry.TuningSelection,
        _ message: MIDIMessage,
        on channel: Int
    ) {
        let isBank =
            switch selection {
            case .bank: true
            case .program: false
            }
        switch message.data1 {
        case 6: tunings.select(message.data2, isBank: isBank, channel)
        case 96: tunings.step(up: true, isBank: isBank, channel)
        case 97: tunings.step(up: false, isBank: isBank, channel)
        // The fine part of the number means nothing.
        default: return
        }
        retune(channel)
    }

    /// Tunes what sounds on a channel.
    @_noLocks
    private mutating func retune(_ channel: Int) {
        guard voiceCount > 0 else { return }
        let cents = unsafe tunings.cents(channel, isRhythm: banks.isDrums(channel))
        unsafe synthesizer.retune(channel, cents)
    }
}
