/// What a zone has that a SoundFont has no place for.
public struct ZoneSupplement: Hashable, Sendable {
    /// When it plays; `nil` for always.
    public var choice: RegionChoice?
    /// What its level takes from key and velocity; `nil` for nothing.
    public var gain: NoteGain?

    /// Makes a supplement.
    public init(choice: RegionChoice? = nil, gain: NoteGain? = nil) {
        self.choice = choice
        self.gain = gain
    }
}
