import CFluidSynth
import MIDI

/// System Exclusive messages.
extension Shard {
    /// Carries out a message, itself or by FluidSynth.
    @_noLocks
    mutating func applyExclusive(_ event: ShardEvent) {
        guard let bytes = unsafe event.bytes else { return }
        let count = Int(event.bits)
        let message = unsafe SystemExclusive.meaning(of: bytes, count: count)
        switch message {
        case .tuning(let tuning):
            unsafe retune(tuning, bytes)
            return
        case .masterTuning(let cents):
            masterTuning.cents = cents
            return
        case .masterTransposition(let semitones):
            masterTuning.semitones = Float(semitones)
            return
        case .part(let channel, let controller, let value):
            control(MIDIMessage(status: 0xB0 | channel, data1: controller, data2: value))
            return
        case .reset, .masterVolume, .rhythmPart, .effects, .other:
            break
        }
        unsafe send(bytes, count: count)
        if case .reset = message { forgetSettings() }
        if let channel = rhythm.note(message) { initialize(part: channel) }
    }

    @_noLocks
    private func send(_ bytes: UnsafePointer<UInt8>, count: Int) {
        // A closure that used the shard would have to count references to its members.
        let synth = unsafe synth
        unsafe UnsafeRawPointer(bytes).withMemoryRebound(to: CChar.self, capacity: count) {
            let length = Int32(truncatingIfNeeded: count)
            _ = unsafe fluid_synth_sysex(synth, $0, length, nil, nil, nil, 0)
        }
    }

    /// Forgets what messages have set, after a reset that FluidSynth has carried out.
    @_noLocks
    private mutating func forgetSettings() {
        forgetChannels()
        unsafe seqd_restart_choices(synth)
        tunings.reset()
        sounds.reset()
        masterTuning = MasterTuning()
        for channel in 0..<16 { added[channel].vibrato = 0 }
        restoreTuning()
        unsafe interpolation.set(of: synth)
    }
}
