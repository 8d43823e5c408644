/// An event that a chase sends: a channel message, or a System Exclusive message of the schedule.
struct ChaseEvent: Hashable, BitwiseCopyable, Sendable {
    var bits: UInt32
    var port: UInt8
    var kind: ScheduledEvent.Kind
}

/// The last event that wrote to something that lasts.
struct LastWrite {
    /// The index of the event in the schedule + 1.
    var stamp: Int
    var event: ChaseEvent
}
