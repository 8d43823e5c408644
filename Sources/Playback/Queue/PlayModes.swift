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

    /// The length of the crossfade from each entry to the next in seconds; 0 for none.
    public var crossfade = 0.0

    /// The possible lengths of a crossfade in seconds.
    public static let crossfades = 0.0...60.0

    /// Makes modes, all of them off.
    public init() {}
}
