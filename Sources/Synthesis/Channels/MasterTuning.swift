/// The master tuning of an instrument: fine tuning, and coarse tuning or key shift.
///
/// Channels that play drums are left out, as General MIDI 2 and GS specify for the coarse one, and
/// as seqd does for the concert pitch.
package struct MasterTuning: BitwiseCopyable {
    package var cents: Float = 0
    package var semitones: Float = 0

    @_noLocks
    package init() {}

    /// Both together, in cents.
    package var total: Float { @_noLocks get { cents + 100 * semitones } }
}
