/// A track of a ``MusicSequence``: events, and how they are played.
///
/// A value: a copy is an old version that stays as it was.
public struct MusicTrack: Hashable, Sendable {
    /// The events in order of time; those at one tick in the order in which they came.
    public internal(set) var events: EventList<MusicEvent>
    /// The name (FF 03).
    public var name: SequenceText?
    /// The instrument of the track (FF 04).
    public var instrumentName: SequenceText?
    /// The MIDI port that it plays on, as FF 21 has it; `nil` for the first one, without saying so
    /// in a file.
    public var destination: UInt8?

    /// Whether its notes are withheld.
    public var isMuted = false
    /// Whether it is soloed: if any track is, only soloed tracks are audible.
    public var isSoloed = false
    /// The repetition of its end; `nil` plays it once.
    public var loop: TrackLoop?
    /// The number of ticks by which it is played later than written; if it is below 0, events
    /// before tick 0 are not played.
    public var startOffset: Int64 = 0
    /// The position at which playing ends, in ticks from the track's start: later events are not
    /// played, and longer notes end there.
    ///
    /// Pedals that are held then go up. `nil` plays all; see ``playedLength``.
    public var length: Int64?
    /// Semitones by which notes are played higher, −127 … 127; channel 10 is left out.
    ///
    /// Keys outside 0 … 127 are moved back by octaves.
    public var transpose = 0
    /// The factor of velocities when they are played, 0 or more.
    ///
    /// Rounded to the nearest whole number, and at least 1 and at most 127.
    public var velocityScale = 1.0
    /// The least length, in ticks: silence after the last event, up to the end of track in a file.
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

    /// The end of the last event or note, and not before ``endOfTrack``: in ticks, independent of
    /// ``length``.
    public var endTick: Int64 {
        var end = max(endOfTrack, 0)
        for entry in events {
            end = max(end, entry.tick.addingClamped(entry.event.duration))
        }
        return end
    }

    /// The length in ticks when it is played once.
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
    ///   - tick: The time; below 0 counts as 0.
    /// - Returns: Its id.
    @discardableResult
    public mutating func insert(_ event: MusicEvent, at tick: Int64) -> EventID {
        events.insert(event, at: tick)
    }

    /// Adds a note behind the events that are at its tick.
    ///
    /// - Parameters:
    ///   - note: The note.
    ///   - tick: The start; below 0 counts as 0.
    /// - Returns: Its id.
    @discardableResult
    public mutating func insert(_ note: Note, at tick: Int64) -> EventID {
        events.insert(.note(note), at: tick)
    }

    /// Removes the event with an id.
    ///
    /// - Parameters:
    ///   - id: The event's id.
    ///   - tick: The time of the event, if it is known; otherwise all events are searched.
    /// - Returns: The event that was removed; `nil` if there is no such event.
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
    /// - Parameter body: Gets the cursor at the first event.
    /// - Returns: The closure's result.
    /// - Throws: The closure's error; changes up to then stay.
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
