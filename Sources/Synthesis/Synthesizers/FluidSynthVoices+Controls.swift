import CFluidSynth

/// The controllers of the channels, and the offsets of their generators.
extension FluidSynthVoices {
    /// Sends a controller.
    @_noLocks
    func control(_ channel: Int, _ controller: UInt8, _ value: UInt8) {
        let number = Int32(truncatingIfNeeded: channel)
        _ = unsafe fluid_synth_cc(synth, number, Int32(controller), Int32(value))
    }

    /// The value of a controller, 0 … 127.
    @_noLocks
    func controller(_ number: UInt8, of channel: Int) -> UInt8 {
        var value: Int32 = 0
        let part = Int32(truncatingIfNeeded: channel)
        _ = unsafe fluid_synth_get_cc(synth, part, Int32(number), &value)
        return UInt8(truncatingIfNeeded: value)
    }

    /// Moves the pitch wheel, 0 … 16383.
    @_noLocks
    func bend(_ channel: Int, to position: Int) {
        let number = Int32(truncatingIfNeeded: channel)
        _ = unsafe fluid_synth_pitch_bend(synth, number, Int32(truncatingIfNeeded: position))
    }

    /// Sets the range of the pitch wheel in semitones, 0 … 127.
    @_noLocks
    func setBendRange(_ channel: Int, semitones: UInt8) {
        guard semitones > 72 else {
            let number = Int32(truncatingIfNeeded: channel)
            _ = unsafe fluid_synth_pitch_wheel_sens(synth, number, Int32(semitones))
            return
        }
        // That call takes no more; data entry does.
        control(channel, 101, 0)
        control(channel, 100, 0)
        control(channel, 38, 0)
        control(channel, 6, semitones)
    }

    /// Sends the pressure of a channel's keys.
    @_noLocks
    func press(_ channel: Int, pressure: UInt8) {
        let number = Int32(truncatingIfNeeded: channel)
        _ = unsafe fluid_synth_channel_pressure(synth, number, Int32(pressure))
    }

    /// Sends the pressure of a key.
    @_noLocks
    func press(_ channel: Int, key: UInt8, pressure: UInt8) {
        let number = Int32(truncatingIfNeeded: channel)
        _ = unsafe fluid_synth_key_pressure(synth, number, Int32(key), Int32(pressure))
    }

    /// The offset of a generator on a channel, in the generator's unit.
    @_noLocks
    func offset(of generator: UInt8, on channel: Int) -> Float {
        let number = Int32(truncatingIfNeeded: channel)
        return unsafe fluid_synth_get_gen(synth, number, Int32(generator))
    }

    /// Sets the offset of a generator on a channel, for what sounds too.
    @_noLocks
    func setOffset(_ value: Float, of generator: UInt8, on channel: Int) {
        let number = Int32(truncatingIfNeeded: channel)
        _ = unsafe fluid_synth_set_gen(synth, number, Int32(generator), value)
    }

    /// Whether modulators of a channel's preset set the depth of the vibrato by the modulation wheel.
    @_noLocks
    func hasOwnModulation(_ channel: Int) -> Bool {
        let own = unsafe seqd_own_controls(synth, Int32(truncatingIfNeeded: channel))
        return own & Int32(truncatingIfNeeded: SEQD_OWN_MODULATION.rawValue) != 0
    }
}
