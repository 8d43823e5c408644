import CFluidSynth
import MIDI
import Racks

/// The keys of the channels, and mono mode (CC126): one note at a time, the last key first.
///
/// In mono mode a new key ends the note that sounds, and one that a pedal still holds; when it goes
/// up, the key that went down before it and is still down sounds again.
extension Shard {
    /// Whether a key is down, or a pedal that holds notes, and something sounds.
    package var isHeld: Bool {
        @_noLocks get {
            guard voiceCount > 0 else { return false }
            for channel in 0..<16
            where keys[channel].last != nil || isDown(64, channel) || isDown(66, channel) {
                return true
            }
            return false
        }
    }

    /// Carries out a note-on.
    @_noLocks
    package mutating func press(_ channel: Int, key: UInt8, velocity: UInt8) {
        if keys[channel].isMono {
            endMonoNote(channel, key: keys[channel].last)
        } else if keys[channel].contains(key), isDown(68, channel) {
            // Its list would have the key twice, and one note-off is to come.
            noteOff(channel, key)
        }
        keys[channel].noteOn(key, velocity: velocity)
        noteOn(channel, key, velocity)
    }

    /// Carries out a note-off.
    @_noLocks
    package mutating func release(_ channel: Int, key: UInt8) {
        let wasLast = keys[channel].release(key)
        guard keys[channel].isMono else {
            noteOff(channel, key)
            return
        }
        guard wasLast else { return }
        guard let next = keys[channel].last else {
            // A pedal may hold it.
            noteOff(channel, key)
            return
        }
        endMonoNote(channel, key: key)
        noteOn(channel, next, keys[channel].velocity)
    }

    /// Sends a note-off for each key that is down on a channel, before a message that ends all notes.
    ///
    /// FluidSynth would not forget them with that message alone. The oldest first: to a note-off of
    /// the key that sounds under the legato pedal, it would return to the one before it. Not after
    /// All Sound Off: a note-off brings back the release of voices that were cut (FluidSynth 2.3.1).
    @_noLocks
    package mutating func releaseKeys(_ channel: Int) {
        while let key = keys[channel].oldest {
            _ = keys[channel].release(key)
            noteOff(channel, key)
        }
    }

    @_noLocks
    private mutating func noteOn(_ channel: Int, _ key: UInt8, _ velocity: UInt8) {
        let cents: UnsafePointer<Float>? =
            unsafe tunings.isPlain
            ? nil : tunings.cents(channel, isRhythm: banks.isDrums(channel))
        // A key that the tuning leaves out is silent.
        if let cents = unsafe cents, unsafe cents[Int(key)].isNaN { return }
        let isRhythm = banks.isDrums(channel)
        var note = unsafe sounds.note(key, channel, isRhythm: isRhythm)
        unsafe note.cents = cents
        unsafe note.is_soft = !isRhythm && isDown(67, channel)
        unsafe note.cuts_key = cutsKeys(isDrums: isRhythm)
        unsafe note.voices = tunings.voices
        unsafe note.voice_count = tunings.voiceLimit
        beginGlide(channel, to: key)
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

    /// Has FluidSynth know the glide with which a note begins.
    @_noLocks
    private mutating func beginGlide(_ channel: Int, to key: UInt8) {
        let number = Int32(truncatingIfNeeded: channel)
        let glide = portamentos[channel].begin(key, among: keys[channel])
        if let time = glide.milliseconds {
            let time = Int32(truncatingIfNeeded: time)
            _ = unsafe fluid_synth_cc(synth, number, 5, time >> 7)
            _ = unsafe fluid_synth_cc(synth, number, 37, time & 127)
        }
        if let key = glide.from { _ = unsafe fluid_synth_cc(synth, number, 84, Int32(key)) }
    }

    /// Whether a note cuts what still sounds of its key.
    @_noLocks
    private func cutsKeys(isDrums: Bool) -> Bool {
        switch noteCut {
        case .off: false
        case .drums: isDrums
        case .all: true
        }
    }

    @_noLocks
    private mutating func noteOff(_ channel: Int, _ key: UInt8) {
        unsafe seqd_note_off(synth, Int32(truncatingIfNeeded: channel), Int32(key))
        startReleased()
    }

    /// Whether a pedal is down.
    @_noLocks
    private func isDown(_ pedal: Int32, _ channel: Int) -> Bool {
        var value: Int32 = 0
        _ = unsafe fluid_synth_get_cc(synth, Int32(truncatingIfNeeded: channel), pedal, &value)
        return value >= 64
    }

    /// Ends what sounds on a channel in mono mode: the note of a key, if one is down, and what the
    /// pedals hold.
    ///
    /// FluidSynth has no call that ends a note which a pedal holds: the pedals go up for a moment.
    @_noLocks
    private mutating func endMonoNote(_ channel: Int, key: UInt8?) {
        let number = Int32(truncatingIfNeeded: channel)
        var sustain: Int32 = 0
        var sostenuto: Int32 = 0
        _ = unsafe fluid_synth_get_cc(synth, number, 64, &sustain)
        _ = unsafe fluid_synth_get_cc(synth, number, 66, &sostenuto)
        if sustain >= 64 { _ = unsafe fluid_synth_cc(synth, number, 64, 0) }
        if sostenuto >= 64 { _ = unsafe fluid_synth_cc(synth, number, 66, 0) }
        if let key { noteOff(channel, key) }
        noteReleases()
        if sustain >= 64 { _ = unsafe fluid_synth_cc(synth, number, 64, sustain) }
        // It holds what is down when it is pressed: nothing of this channel.
        if sostenuto >= 64 { _ = unsafe fluid_synth_cc(synth, number, 66, sostenuto) }
    }

    /// Carries out a mode message (CC124 … 127): it ends the notes, and the last two choose between
    /// mono and poly mode for this channel.
    ///
    /// The number of channels that CC126 carries is ignored: on an instrument with sixteen parts
    /// each channel is a basic channel of its own, and M is 1. Omni mode is unknown.
    @_noLocks
    package mutating func changeMode(_ channel: Int, controller: UInt8) {
        releaseKeys(channel)
        _ = unsafe fluid_synth_cc(synth, Int32(truncatingIfNeeded: channel), 123, 0)
        startReleased()
        if controller >= 126 { keys[channel].isMono = controller == 126 }
    }
}
