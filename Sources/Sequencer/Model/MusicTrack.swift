/// A track of a ``MusicSequence``: events, and how they are played.
///
/// A value: a copy is an old version that stays as it was.
public struct MusicTrack: Hashable, Sendable {
    /// The events in order of time; those at one tick in the order in which they came.
    public internal(set) var events: EventList<MusicEvent>
    /// The name (FF 03).
    public var name: SequenceText?
    /// What instrument the track is for (FF 04).
    public var instrumentName: SequenceText?
    /// The MIDI port that it plays on, as FF 21 has it; `nil` for the first one, without saying so
    /// in a file.
    public var destination: UInt8?

    /// Whether its notes are kept back.
    public var isMuted = false
    /// Whether it is among those which alone are heard, as long as there are any.
    public var isSoloed = false
    /// How its end is repeated; `nil` plays it once.
    public var loop: TrackLoop?
    /// How many ticks later than written it is played; where it is below 0, events that would come
    /// before tick 0 are not played.
    public var startOffset: Int64 = 0
    /// Where playing ends, in ticks from the track's start: events there or later are not played,
    /// and notes that last longer end there.
    ///
    /// Pedals that are held then go up. `nil` plays all; see ``playedLength``.
    public var length: Int64?
    /// Semitones by which notes are played higher, −127 … 127; channel 10 is left out.
    ///
    /// What leaves the 128 keys comes back by octaves.
    public var transpose = 0
    /// What velocities are multiplied with when they are played, 0 or more.
    ///
    /// Rounded to the nearest whole number, and at least 1 and at most 127.
    public var velocityScale = 1.0
    /// The least length, in ticks: silence behind the last event, up to where the end of track
    /// stands in a file.
    public var endOfTrack: Int64 = 0

    /// Makes a track.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - destination: The MIDI port that it plays on.
    ///   - events: Ticks and events in any order; those at one tick stay in theirs.
    public init(
        name: SequenceText? = nil,
        destination: UInt8? = nil,
        events: [(tick: Int64, event: MusicEvent)] = []
    ) {
        self.name = name
        self.destination = destination
        self.events = EventList(events)
    }

    /// The end of the last event or note, and not before ``endOfTrack``: in ticks, whatever
    /// ``length`` says.
    public var endTick: Int64 {
        var end = max(endOfTrack, 0)
        for entry in events {
            end = max(end, entry.tick.addingClamped(entry.event.duration))
        }
        return end
    }

    /// How long it is when it is played once, in ticks.
    ///
    /// Without a ``length`` a track that loops is not shorter than its loop: silence fills it up.
    public var playedLength: Int64 {
        if let length { return max(length, 0) }
        guard let loop, loop.count != 1, !events.isEmpty || endOfTrack > 0 else { return endTick }
        return max(endTick, loop.length)
    }

    /// Adds an event behind those that are at its tick.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - tick: When it happens; below 0 counts as 0.
    /// - Returns: Its id.
    @discardableResult
    public mutating func insert(_ event: MusicEvent, at tick: Int64) -> EventID {
        events.insert(event, at: tick)
    }

    /// Adds a note behind the events that are at its tick.
    ///
    /// - Parameters:
    ///   - note: The note.
    ///   - tick: When it begins; below 0 counts as 0.
    /// - Returns: Its id.
    @discardableResult
    public mutating func insert(_ note: Note, at tick: Int64) -> EventID {
        events.insert(.note(note), at: tick)
    }

    /// Removes the event with an id.
    ///
    /// - Parameters:
    ///   - id: The event's id.
    ///   - tick: When it happens, if that is known; otherwise all events are looked at.
    /// - Returns: What was removed; `nil` if there is no such event.
    @discardableResult
    public mutating func remove(
        _ id: EventID,
        at tick: Int64? = nil
    ) -> EventList<MusicEvent>.Entry? {
        events.index(of: id, at: tick).map { events.remove(at: $0) }
    }

    /// Removes all events of which something holds.
    ///
    /// - Parameter isRemoved: Gets each event with its tick.
    public mutating func removeAll(where isRemoved: (EventList<MusicEvent>.Entry) -> Bool) {
        let kept = events.filter { !isRemoved($0) }
        if kept.count < events.count { events.replaceAll(kept) }
    }

    /// Goes through the events with a cursor and changes them, see ``EventCursor``.
    ///
    /// - Parameter body: Gets the cursor, which stands at the first event.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws; changes up to then are kept.
    public mutating func withCursor<Result, Failure: Error>(
        _ body: (inout EventCursor<MusicEvent>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The list is the cursor's alone meanwhile, so that nothing is copied.
        var cursor = EventCursor(events)
        events = EventList()
        defer { events = cursor.events }
        return try body(&cursor)
    }
}
