/// A ``MusicSequence`` as it is played, and its settings for a player.
public struct Playback: Sendable {
    /// The sequence; the index of a track is that in the ``MusicSequence`` plus
    /// ``MusicSequence/firstTrackIndex``.
    public var sequence: PreparedSequence
    /// The muted tracks.
    public var muted: Selection
    /// The soloed tracks.
    public var soloed: Selection
    /// The ticks that are to be repeated for ever, where all tracks loop for ever; `nil` for music
    /// that ends.
    public var repeats: Range<Int64>?
    /// The user events by tick, when they are played.
    ///
    /// ``MusicalEvents`` reports each one when playback passes it.
    public var userEvents: [UserEvent]

    /// Makes a playback of its parts.
    public init(
        sequence: PreparedSequence,
        muted: Selection = .none,
        soloed: Selection = .none,
        repeats: Range<Int64>? = nil,
        userEvents: [UserEvent] = []
    ) {
        self.sequence = sequence
        self.muted = muted
        self.soloed = soloed
        self.repeats = repeats
        self.userEvents = userEvents
    }
}
