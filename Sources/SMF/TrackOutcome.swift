/// The reason why reading a track chunk stopped.
enum TrackOutcome {
    /// At an end-of-track event.
    case endOfTrack
    /// At the chunk's end, between two events.
    case exhausted
    /// In an event that the chunk's end cuts, or at bytes that mean nothing. Reported.
    case broken
    /// At the header of another track, inside a chunk whose length cannot be right.
    case anotherTrack
}
