import CFluidSynth
import MIDI

/// Channels in mono mode (CC126): one note at a time, the last key struck first.
///
/// A new key ends the note that sounds, and one that a pedal still holds; when it goes up, the key
/// that was struck before it and is still down sounds again.
extension Shard {
    /// Carries out a note-on of a channel in mono mode.
    @_noLocks
    mutating func strikeMono(_ channel: Int, key: UInt8, velocity: UInt8) {
        endMonoNote(channel)
        monoKeys[channel].strike(key, velocity: velocity)
        _ = fluid_synth_noteon(
            synth,
            Int32(truncatingIfNeeded: channel),
            Int32(key),
            Int32(velocity)
        )
    }

    /// Carries out a note-off of a channel in mono mode.
    @_noLocks
    mutating func releaseMono(_ channel: Int, key: UInt8) {
        let number = Int32(truncatingIfNeeded: channel)
        guard monoKeys[channel].release(key) else { return }
        guard let next = monoKeys[channel].sounding else {
            // The last one: a pedal may hold it.
            _ = fluid_synth_noteoff(synth, number, Int32(key))
            return
        }
        let velocity = monoKeys[channel].velocity
        liftPedals(channel) { synth in
            _ = fluid_synth_noteoff(synth, number, Int32(key))
        }
        _ = fluid_synth_noteon(synth, number, Int32(next), Int32(velocity))
    }

    /// Ends what sounds on a channel in mono mode.
    @_noLocks
    private func endMonoNote(_ channel: Int) {
        let key = monoKeys[channel].sounding
        liftPedals(channel) { synth in
            guard let key else { return }
            _ = fluid_synth_noteoff(synth, Int32(truncatingIfNeeded: channel), Int32(key))
        }
    }

    /// Does something with the pedals up that hold notes, and puts them back: FluidSynth has no
    /// call that ends a note which a pedal holds.
    @_noLocks
    private func liftPedals(_ channel: Int, _ body: (OpaquePointer) -> Void) {
        let number = Int32(truncatingIfNeeded: channel)
        var sustain: Int32 = 0
        var sostenuto: Int32 = 0
        _ = fluid_synth_get_cc(synth, number, 64, &sustain)
        _ = fluid_synth_get_cc(synth, number, 66, &sostenuto)
        if sustain >= 64 { _ = fluid_synth_cc(synth, number, 64, 0) }
        if sostenuto >= 64 { _ = fluid_synth_cc(synth, number, 66, 0) }
        body(synth)
        if sustain >= 64 { _ = fluid_synth_cc(synth, number, 64, sustain) }
        // It holds what is down when it is pressed: nothing of this channel.
        if sostenuto >= 64 { _ = fluid_synth_cc(synth, number, 66, sostenuto) }
    }

    /// Carries out a mode message (CC124 … 127): it ends the notes, and the last two choose between
    /// mono and poly mode for this channel.
    ///
    /// The number of channels that CC126 carries is ignored: on an instrument with sixteen parts
    /// each channel is a basic channel of its own, and M is 1. Omni mode is unknown.
    @_noLocks
    mutating func changeMode(_ channel: Int, controller: UInt8) {
        _ = fluid_synth_cc(synth, Int32(truncatingIfNeeded: channel), 123, 0)
        monoKeys[channel].releaseAll()
        if controller >= 126 { monoKeys[channel].isMono = controller == 126 }
    }

    /// Puts all channels into poly mode, as resets of the instrument do.
    @_noLocks
    mutating func resetModes() {
        for channel in 0..<16 { monoKeys[channel] = MonoKeys() }
    }
}
