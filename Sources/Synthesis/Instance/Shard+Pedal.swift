import CFluidSynth

/// The consequences of the release of voices: zones that start then, and half pedalling in samplers
/// that have it, where seqd fades released voices instead of FluidSynth.
extension Shard {
    /// Starts what sounds at the release of keys.
    @_noLocks
    package mutating func startReleased() {
        guard hasReleaseZones, voiceCount > 0 else { return }
        let limit = Int32(truncatingIfNeeded: changes.voices)
        let begun = unsafe seqd_start_released(synth, limit, tunings.voices, tunings.voiceLimit)
        changes.add(voices: Int(begun))
    }

    /// Notes which voices a message has released.
    @_noLocks
    package mutating func noteReleases() {
        startReleased()
        guard pedalBlock > 0, voiceCount > 0 else { return }
        unsafe seqd_note_releases(synth, tunings.voices, tunings.voiceLimit)
    }

    /// Lets released voices fade for the block that begins.
    ///
    /// - Returns: Whether there are any; otherwise there will be none before the next message.
    @_noLocks
    package func fade() -> Bool {
        guard voiceCount > 0 else { return false }
        return unsafe seqd_fade(synth, pedalBlock, tunings.voices, tunings.voiceLimit)
    }
}
