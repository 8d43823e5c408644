/// A file of the queue.
struct QueueEntry: Hashable, Sendable {
    var path: String
    /// How long it lasts at its own speed.
    var seconds: Double
}
