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
        if isMono(channel) {
            endMonoNote(channel, key: keys[channel].last)
        } else if keys[channel].contains(key), isDown(68, channel) {
            // Its list would have the key twice, and one note-off is to come.
            noteOff(channel, key)
        }
        keys[channel].noteOn(key, velocity: velocity)
        noteOn(channel, key, velocity)
    }

    /// Whether a channel plays one note at a time, as far as the synthesizer does not see to that.
    @_noLocks
    private func isMono(_ channel: Int) -> Bool {
        keys[channel].isMono || !synthesizer.hasLegatoPedal && isDown(68, channel)
    }

    /// Carries out a note-off.
    @_noLocks
    package mutating func release(_ channel: Int, key: UInt8) {
        let wasLast = keys[channel].release(key)
        guard isMono(channel) else {
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
        var note = sounds.note(key, channel, isRhythm: isRhythm)
        unsafe note.cents = cents
        note.isSoft = !isRhythm && isDown(67, channel)
        note.cutsKey = cutsKeys(isDrums: isRhythm)
        note.glide = beginGlide(channel, to: key)
        synthesizer.noteOn(channel, key: key, velocity: velocity, note)
    }

    /// The glide with which a note begins; FluidSynth is told by controllers.
    @_noLocks
    private mutating func beginGlide(_ channel: Int, to key: UInt8) -> Portamento.Glide? {
        let glide = portamentos[channel].begin(key, among: keys[channel])
        if let time = glide.milliseconds {
            synthesizer.control(channel, 5, UInt8(truncatingIfNeeded: time >> 7))
            synthesizer.control(channel, 37, UInt8(truncatingIfNeeded: time & 127))
        }
        if let key = glide.from { synthesizer.control(channel, 84, key) }
        return glide.glide
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
    private func noteOff(_ channel: Int, _ key: UInt8) { synthesizer.noteOff(channel, key: key) }

    /// Whether a pedal is down.
    @_noLocks
    private func isDown(_ pedal: UInt8, _ channel: Int) -> Bool {
        synthesizer.controller(pedal, of: channel) >= 64
    }

    /// Ends what sounds on a channel in mono mode: the note of a key, if one is down, and what the
    /// pedals hold.
    ///
    /// FluidSynth has no call that ends a note which a pedal holds: the pedals go up for a moment.
    @_noLocks
    private func endMonoNote(_ channel: Int, key: UInt8?) {
        let sustain = synthesizer.controller(64, of: channel)
        let sostenuto = synthesizer.controller(66, of: channel)
        if sustain >= 64 { synthesizer.control(channel, 64, 0) }
        if sostenuto >= 64 { synthesizer.control(channel, 66, 0) }
        if let key { noteOff(channel, key) }
        synthesizer.noteReleases()
        if sustain >= 64 { synthesizer.control(channel, 64, sustain) }
        // It holds what is down when it is pressed: nothing of this channel.
        if sostenuto >= 64 { synthesizer.control(channel, 66, sostenuto) }
    }

    /// Carries out a mode message (CC124 … 127): it ends the notes, and the last two choose between
    /// mono and poly mode for this channel.
    ///
    /// The number of channels that CC126 carries is ignored: on an instrument with sixteen parts
    /// each channel is a basic channel of its own, and M is 1. Omni mode is unknown.
    @_noLocks
    package mutating func changeMode(_ channel: Int, controller: UInt8) {
        releaseKeys(channel)
        synthesizer.control(channel, 123, 0)
        synthesizer.startReleased()
        if controller >= 126 { keys[channel].isMono = controller == 126 }
    }
}
