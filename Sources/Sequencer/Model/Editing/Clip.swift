/// A part of a track that was cut or copied.
public struct Clip: Hashable, Sendable {
    /// How long the part was, in ticks, whatever is in it.
    public var length: Int64
    /// The events in order of time; their ticks count from the part's start.
    public internal(set) var events: EventList<MusicEvent>

    /// Makes a clip.
    ///
    /// - Parameters:
    ///   - length: How long it is, in ticks.
    ///   - events: Ticks from its start and events, in any order.
    public init(length: Int64, events: [(tick: Int64, event: MusicEvent)] = []) {
        self.length = max(length, 0)
        self.events = EventList(events)
    }

    init(_ entries: [EventList<MusicEvent>.Entry], range: Range<Int64>) {
        length = range.upperBound.addingClamped(-range.lowerBound)
        events = EventList(
            entries.map { ($0.tick.addingClamped(-range.lowerBound), $0.event) }
        )
    }
}
