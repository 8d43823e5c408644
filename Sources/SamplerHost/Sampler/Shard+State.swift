import CFluidSynth
import MIDI

/// The state of channels, carried from one instance to another.
extension Shard {
    /// The value of a controller of a channel.
    @_noLocks
    func controller(_ number: UInt8, of channel: UInt8) -> Int {
        var value: Int32 = 0
        _ = unsafe fluid_synth_get_cc(synth, Int32(channel), Int32(number), &value)
        return Int(value)
    }

    /// Brings a channel into the state that it has in another instance.
    @_noLocks
    mutating func copyChannel(_ number: Int, from other: borrowing Shard) {
        banks.copy(number, from: other.banks)
        // The keys that are down stay with the old instance.
        keys[number].isMono = other.keys[number].isMono
        let channel = Int32(truncatingIfNeeded: number)
        let old = unsafe other.synth
        copyPreset(number, from: other)
        setType(channel)
        portamentos[number] = other.portamentos[number]
        tunings.copy(number, from: other.tunings)
        for number: Int32 in 0..<120 where !Self.actsWhenSent(number) {
            var value: Int32 = 0
            var current: Int32 = 0
            _ = unsafe fluid_synth_get_cc(old, channel, number, &value)
            _ = unsafe fluid_synth_get_cc(synth, channel, number, &current)
            if value != current { _ = unsafe fluid_synth_cc(synth, channel, number, value) }
        }
        wheels[number] = other.wheels[number]
        setBendRange(number)
        copySelection(number, from: other)
        for index in 0..<Self.generatorCount {
            let generator = Int32(truncatingIfNeeded: index)
            setMusicOffset(
                other.musicOffset(of: generator, on: channel),
                of: generator,
                on: channel
            )
        }
        sounds.copy(number, from: other.sounds)
        modulationDepths[number] = other.modulationDepths[number]
        setVibrato(number)
        masterTuning = other.masterTuning
        tune(number)
    }

    /// Selects the parameter that data entry controllers are for.
    @_noLocks
    private mutating func copySelection(_ number: Int, from other: borrowing Shard) {
        let entry = other.dataEntries[number]
        dataEntries[number] = entry
        let channel = Int32(truncatingIfNeeded: number)
        // Only stored; before the parameter is selected, for which it could count.
        var fine: Int32 = 0
        _ = unsafe fluid_synth_get_cc(other.synth, channel, 38, &fine)
        _ = unsafe fluid_synth_cc(synth, channel, 38, fine)
        _ = unsafe fluid_synth_cc(synth, channel, 101, Int32(entry.registered.coarse))
        _ = unsafe fluid_synth_cc(synth, channel, 100, Int32(entry.registered.fine))
        // A number that means nothing to FluidSynth.
        if entry.isNonRegistered { _ = unsafe fluid_synth_cc(synth, channel, 99, 119) }
    }

    /// Controllers that do something when they come, instead of standing for a value: bank select
    /// and data entry.
    @_noLocks
    private static func actsWhenSent(_ number: Int32) -> Bool {
        switch number {
        case 0, 32, 6, 38, 96...101: true
        default: false
        }
    }
}
