/// The additions to a zone that a SoundFont cannot hold.
public struct ZoneSupplement: Hashable, Sendable {
    /// When it plays; `nil` for always.
    public var choice: RegionChoice?
    /// The change of its level with key and velocity; `nil` for none.
    public var gain: NoteGain?

    /// Makes a supplement.
    public init(choice: RegionChoice? = nil, gain: NoteGain? = nil) {
        self.choice = choice
        self.gain = gain
    }
}
