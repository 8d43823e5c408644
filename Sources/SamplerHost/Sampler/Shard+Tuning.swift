import CFluidSynth
import MIDI

/// The tuning of a sampler's strip: an offset of the fine tuning on every channel, on top of what
/// the music sets there.
extension Shard {
    private static var fineTune: Int32 { @_noLocks get { Int32(GEN_FINETUNE.rawValue) } }

    /// Tunes all channels, voices that sound too.
    ///
    /// - Parameter cents: Cents above what the music sets.
    @_noLocks
    mutating func tune(to cents: Float) {
        for channel: Int32 in 0..<16 {
            let music = unsafe fluid_synth_get_gen(synth, channel, Self.fineTune) - tuning
            _ = unsafe fluid_synth_set_gen(synth, channel, Self.fineTune, music + cents)
        }
        tuning = cents
    }

    /// A channel's fine tuning, of music and strip together; 0 where the strip has none.
    @_noLocks
    func wholeTuning(of channel: Int32) -> Float {
        tuning == 0 ? 0 : unsafe fluid_synth_get_gen(synth, channel, Self.fineTune)
    }

    /// Tunes a channel again whose fine tuning a message has set to the music's alone.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - before: Its tuning before the message: where that is still so, it set nothing.
    @_noLocks
    func restoreTuning(of channel: Int32, before: Float) {
        guard tuning != 0 else { return }
        let music = unsafe fluid_synth_get_gen(synth, channel, Self.fineTune)
        guard music != before else { return }
        _ = unsafe fluid_synth_set_gen(synth, channel, Self.fineTune, music + tuning)
    }

    /// Tunes all channels again that a reset has set to zero.
    @_noLocks
    func restoreTuning() {
        guard tuning != 0 else { return }
        for channel: Int32 in 0..<16
        where unsafe fluid_synth_get_gen(synth, channel, Self.fineTune) == 0 {
            _ = unsafe fluid_synth_set_gen(synth, channel, Self.fineTune, tuning)
        }
    }

    /// The music's part of a generator's offset on a channel.
    @_noLocks
    func musicOffset(of generator: Int32, on channel: Int32) -> Float {
        let whole = unsafe fluid_synth_get_gen(synth, channel, generator)
        return generator == Self.fineTune ? whole - tuning : whole
    }

    /// Sets the music's part of a generator's offset on a channel, where it differs.
    @_noLocks
    func setMusicOffset(_ value: Float, of generator: Int32, on channel: Int32) {
        guard musicOffset(of: generator, on: channel) != value else { return }
        let whole = generator == Self.fineTune ? value + tuning : value
        _ = unsafe fluid_synth_set_gen(synth, channel, generator, whole)
    }
}

/// Tunings of the keys: the MIDI Tuning Standard, on top of the sampler's tuning.
///
/// FluidSynth knows nothing of them: it would allocate, tune all channels by a message for one, and
/// tune voices wrong that do not follow the keys fully.
extension Shard {
    /// Carries out a message of the tuning standard.
    @_noLocks
    mutating func retune(_ message: TuningMessage, _ bytes: UnsafePointer<UInt8>) {
        let channels = unsafe tunings.apply(message, bytes)
        guard message.isRealTime else { return }
        for channel in 0..<16 where channels >> UInt16(channel) & 1 == 1 { retune(channel) }
    }

    /// Selects a tuning program or a bank of them, by data entry, increment or decrement.
    ///
    /// Notes that sound change too.
    @_noLocks
    mutating func select(
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
        let cents = unsafe tunings.cents(channel, isRhythm: rhythm.contains(channel))
        unsafe seqd_retune(
            synth,
            Int32(truncatingIfNeeded: channel),
            cents,
            tunings.voices,
            tunings.voiceLimit
        )
    }
}
