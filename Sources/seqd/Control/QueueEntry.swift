/// A file of the queue.
struct QueueEntry: Hashable, Sendable {
    var path: String
    /// How long it lasts at speed 1, at its own tempo or the one that replaces it.
    var seconds: Double
}
