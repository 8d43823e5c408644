public import Playback
public import Sequencer

/// An event of a player, at a position of its piece: see ``Timed``.
public enum PlayerEvent: Hashable, Sendable {
    /// Playing began, or resumed after a pause.
    case started
    /// Playing was paused.
    case paused
    /// Playing was stopped.
    case stopped
    /// The piece was played to its end, and its sound is fading.
    case ended
    /// A note began or ended.
    case note(NoteTracker.Note)
    /// A bar, a beat, a marker, a lyric or another event of the music.
    case music(MusicalEvent.Kind)
    /// Playing is at this position.
    case position
}
