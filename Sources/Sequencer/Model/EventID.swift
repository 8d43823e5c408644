/// The name of an event in its track: it stays the same whatever is done to the event.
///
/// An id is given once to an event that comes into a list, and never again to another. Events that
/// are inserted from a ``Clip`` get new ones.
public struct EventID: Hashable, Sendable, BitwiseCopyable {
    /// The number: events that came earlier have a lower one.
    let number: UInt32
}
