/// A part of a tempo track that was cut or copied.
public struct TempoClip: Hashable, Sendable {
    /// The length of the part, in ticks; 0 or more.
    public let length: Int64
    /// The events in order of time; their ticks count from the part's start.
    public internal(set) var events: EventList<TempoEvent>
    /// The state at its start.
    var initial: TempoState

    /// Makes a clip.
    ///
    /// - Parameters:
    ///   - length: The length, in ticks.
    ///   - events: Ticks from its start and events; before the first of each kind it is 120 BPM and
    ///     4/4.
    public init(length: Int64, events: [(tick: Int64, event: TempoEvent)] = []) {
        self.length = max(length, 0)
        self.events = EventList(events)
        initial = TempoState()
    }

    init(_ entries: [EventList<TempoEvent>.Entry], range: Range<Int64>, initial: TempoState) {
        length = range.upperBound.addingClamped(-range.lowerBound)
        events = EventList(
            entries.map { ($0.tick.addingClamped(-range.lowerBound), $0.event) }
        )
        self.initial = initial
    }
}
