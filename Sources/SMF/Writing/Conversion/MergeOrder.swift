/// In what order the tracks' events come at one tick when tracks are put together.
///
/// Inside a track the order is never changed.
public enum MergeOrder: Hashable, Sendable, CaseIterable {
    /// All events of the first track, then all of the second, and so on.
    case byTrack
    /// As a sequencer takes them that plays the tracks at once: of the tracks' next events a meta
    /// event, then a note-off, then anything else, then a note-on; ties by track.
    ///
    /// A program change in one track stays before the note in another that starts with it.
    case asPlayed
}
