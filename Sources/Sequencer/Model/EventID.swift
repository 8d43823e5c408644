/// The identity of an event in its track, which no change of the event affects.
///
/// An id is given once to an event that comes into a list, and never again to another. Events that
/// are inserted from a ``Clip`` get new ones.
public struct EventID: Hashable, Sendable, BitwiseCopyable {
    /// The number: events that came earlier have a lower one.
    let number: UInt32
}
