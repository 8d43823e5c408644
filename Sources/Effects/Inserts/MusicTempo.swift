/// The tempo of the music that plays, which inserts follow.
///
/// The audio thread's.
package struct MusicTempo: BitwiseCopyable {
    /// The frames of a quarter note.
    package var framesPerQuarter: Double

    /// Makes the tempo before any music: 120 quarter notes a minute.
    ///
    /// - Parameter rate: Frames per second.
    @_noLocks
    package init(rate: Int) { framesPerQuarter = Double(rate) / 2 }
}
