import CFluidSynth

/// Half pedalling, in samplers that have it: seqd lets released voices fade, not
/// FluidSynth.
extension Shard {
    /// Notes which voices a message has released.
    @_noLocks
    func noteReleases() {
        guard pedalBlock > 0, voiceCount > 0 else { return }
        unsafe seqd_note_releases(synth, tunings.voices, tunings.voiceLimit)
    }

    /// Lets released voices fade for the block that begins.
    ///
    /// - Returns: Whether there are any; otherwise there will be none before the next message.
    @_noLocks
    func fade() -> Bool {
        guard voiceCount > 0 else { return false }
        return unsafe seqd_fade(synth, pedalBlock, tunings.voices, tunings.voiceLimit)
    }
}
