/// The shard's own additions to the offsets that the music sets for a channel's generators.
package struct AddedOffsets: BitwiseCopyable {
    /// The depth of the vibrato in cents that the modulation wheel asks for by default, SoundFont 2.04
    /// §8.4.4 and RP-024.
    package static var modulationDepth: Float { @_noLocks get { 50 } }

    /// The tuning of strips and the master tuning, in cents.
    package var fineTuning: Float = 0
    /// The depth of the vibrato beyond that of the default modulator, in cents.
    package var vibrato: Float = 0

    @_noLocks
    package init() {}
}
