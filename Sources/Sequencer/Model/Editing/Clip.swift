/// A part of a track that was cut or copied.
///
/// Two clips are equal if they have the same length and the same events. Its ticks are those of the
/// sequence that it comes from: in one with another division they last another time.
public struct Clip: Hashable, Sendable {
    /// The length of the part with any content, in ticks; 0 or more.
    public internal(set) var length: Int64
    /// The events in order of time; their ticks count from the part's start.
    public internal(set) var events: EventList<MusicEvent>
    /// The other effects of cutting it, so that inserting it at the same position undoes them.
    var trace: CutTrace?

    /// Makes a clip.
    ///
    /// - Parameters:
    ///   - length: The length, in ticks; below 0 counts as 0.
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

    /// Whether both have the same length and events.
    public static func == (left: Self, right: Self) -> Bool {
        left.length == right.length && left.events == right.events
    }

    /// Feeds length and events into a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(length)
        hasher.combine(events)
    }
}

/// The effects of cutting out a part of a track on the rest of it.
struct CutTrace: Sendable {
    /// The position of the cut.
    var tick: Int64
    var before: TrackBounds
    var after: TrackBounds
    /// The events that were left there, so that what follows sounds as before.
    var restored: [MusicEvent]
}

/// The end and the loop of a track.
struct TrackBounds: Hashable, Sendable {
    var length: Int64?
    var endOfTrack: Int64
    var loop: TrackLoop?
}
