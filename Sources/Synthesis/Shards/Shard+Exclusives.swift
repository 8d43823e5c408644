import MIDI

/// System Exclusive messages.
extension Shard {
    /// Carries out a message; the synthesizer gets none.
    @_noLocks
    package mutating func applyExclusive(_ event: ShardEvent) {
        guard let bytes = unsafe event.bytes else { return }
        let message = unsafe SystemExclusive.meaning(of: bytes, count: Int(event.bits))
        switch message {
        case .tuning(let tuning):
            unsafe retune(tuning, bytes)
        case .masterTuning(let cents):
            masterTuning.cents = cents
        case .masterTransposition(let semitones):
            masterTuning.semitones = Float(semitones)
        case .part(let channel, let controller, let value):
            control(MIDIMessage(status: 0xB0 | channel, data1: controller, data2: value))
        case .reset:
            synthesizer.reset()
            _ = banks.take(message)
            forgetSettings()
        case .rhythmPart:
            if let channel = banks.take(message) { initialize(part: channel) }
        case .masterVolume, .effects, .other:
            break
        }
    }

    /// Carries out a System Reset, which leaves what bank select means.
    @_noLocks
    package mutating func systemReset() {
        synthesizer.reset()
        banks.restart()
        forgetSettings()
    }

    /// Forgets what messages have set, after a reset that the synthesizer has carried out.
    @_noLocks
    private mutating func forgetSettings() {
        forgetChannels()
        tunings.reset()
        sounds.reset()
        masterTuning = MasterTuning()
        for channel in 0..<16 { added[channel].vibrato = 0 }
        restoreTuning()
    }
}
