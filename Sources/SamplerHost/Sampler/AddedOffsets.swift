/// The shard's own additions to the offsets that the music sets for a channel's generators.
struct AddedOffsets: BitwiseCopyable {
    /// The depth of the vibrato in cents that the modulation wheel asks for by default, SoundFont 2.04
    /// §8.4.4 and RP-024.
    static var modulationDepth: Float { @_noLocks get { 50 } }

    /// The tuning of strips and the master tuning, in cents.
    var fineTuning: Float = 0
    /// The depth of the vibrato beyond that of the default modulator, in cents.
    var vibrato: Float = 0

    @_noLocks
    init() {}
}
