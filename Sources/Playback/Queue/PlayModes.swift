/// The order in which a queue is played, as in MPD.
public struct PlayModes: Hashable, Sendable {
    /// Whether the first entry follows the last; with ``isSingle``, each entry follows itself.
    public var isRepeating = false
    /// Whether playing stops at the end of each entry.
    public var isSingle = false
    /// Whether the entries are played in random order, each once.
    public var isRandom = false
    /// Whether entries are removed when they have been played.
    public var isConsuming = false

    /// Makes modes, all of them off.
    public init() {}
}
