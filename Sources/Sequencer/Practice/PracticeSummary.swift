/// The course of practice in numbers.
public struct PracticeSummary: Hashable, Sendable {
    /// The steps that were played.
    public var steps = 0
    /// The keys that were pressed and belonged to no step that was due.
    public var wrongKeys = 0
    /// The steps at which the music has waited.
    public var waits = 0
    /// The time for which it has waited, in nanoseconds.
    public var waited: Int64 = 0

    /// Makes a summary of nothing.
    public init() {}
}
