extension Schedule: RandomAccessCollection {
    /// The index of the first event, 0.
    public var startIndex: Int { 0 }

    /// The number of events.
    public var endIndex: Int { count }

    /// An event, by its position in playing order.
    public subscript(position: Int) -> ScheduledEvent { events[position] }
}
