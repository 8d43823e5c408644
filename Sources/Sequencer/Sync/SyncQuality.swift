/// The quality of playback's synchronisation with a source of time.
public struct SyncQuality: Hashable, Sendable {
    /// The seconds that the source was ahead of playback when they were last compared.
    public internal(set) var offset: Double?
    /// The standard deviation of the messages' arrivals, in seconds.
    public internal(set) var jitter = 0.0
    /// The correction of the rate that is in effect, in parts per million of the source's rate.
    public internal(set) var correction = 0.0
    /// The number of gaps in the messages while the source ran.
    public internal(set) var dropouts = 0
    /// The number of jumps to the source's position.
    public internal(set) var jumps = 0

    init() {}
}
