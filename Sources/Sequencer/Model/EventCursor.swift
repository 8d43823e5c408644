/// Goes through the events of a track, forwards and back, and changes them on the way.
///
/// ```swift
/// track.withCursor { cursor in
///     cursor.seek(to: 960)
///     while let entry = cursor.current {
///         if case .note = entry.event { cursor.next() } else { cursor.delete() }
///     }
/// }
/// ```
///
/// The cursor stands at an event or behind the last one, and stays at its event whatever is done
/// through it. A change takes time in proportion to a small part of the track, whatever its length.
public struct EventCursor<Content: Hashable & Sendable>: Sendable {
    /// The events, as changed so far.
    public private(set) var events: EventList<Content>
    private var place: EventList<Content>.Index

    /// Makes a cursor at the first event of a list; a change is in ``events``, not in the list.
    public init(_ events: EventList<Content>) {
        self.events = events
        place = events.startIndex
    }

    /// The event where the cursor stands; `nil` behind the last.
    public var current: EventList<Content>.Entry? { hasCurrent ? events[place] : nil }

    /// Whether the cursor stands at an event.
    public var hasCurrent: Bool { place < events.endIndex }

    /// Whether there is an event behind that at which the cursor stands.
    public var hasNext: Bool { hasCurrent && events.index(after: place) < events.endIndex }

    /// Whether there is an event before the place of the cursor.
    public var hasPrevious: Bool { place > events.startIndex }

    /// Goes to the first event that is not before a tick, or behind the last one.
    public mutating func seek(to tick: Int64) {
        place = events.firstIndex(notBefore: tick)
    }

    /// Goes to the event with an id.
    ///
    /// - Parameters:
    ///   - id: The event's id.
    ///   - tick: When it happens, if that is known; otherwise all events are looked at.
    /// - Returns: Whether there is such an event; if not, the cursor stays.
    @discardableResult
    public mutating func seek(to id: EventID, at tick: Int64? = nil) -> Bool {
        guard let found = events.index(of: id, at: tick) else { return false }
        place = found
        return true
    }

    /// Goes to the next event, or behind the last one.
    ///
    /// - Returns: Whether the cursor stands at an event then.
    @discardableResult
    public mutating func next() -> Bool {
        guard hasCurrent else { return false }
        events.formIndex(after: &place)
        return hasCurrent
    }

    /// Goes to the event before.
    ///
    /// - Returns: Whether there was one; if not, the cursor stays.
    @discardableResult
    public mutating func previous() -> Bool {
        guard hasPrevious else { return false }
        events.formIndex(before: &place)
        return true
    }

    /// Puts another event in the place of the current one; time and id stay.
    ///
    /// - Parameter event: What happens instead.
    /// - Returns: Whether there was an event to change.
    @discardableResult
    public mutating func set(_ event: Content) -> Bool {
        guard hasCurrent else { return false }
        events.replace(at: place, with: event)
        return true
    }

    /// Moves the current event to another time, behind those that are there; the cursor goes along.
    ///
    /// - Parameter tick: When it is to happen; below 0 counts as 0.
    /// - Returns: Whether there was an event to move.
    @discardableResult
    public mutating func setTick(_ tick: Int64) -> Bool {
        guard hasCurrent else { return false }
        guard events[place].tick != max(tick, 0) else { return true }
        var entry = events.remove(at: place)
        entry.tick = max(tick, 0)
        place = events.put(entry)
        return true
    }

    /// Removes the current event; the cursor stands at the next one then.
    ///
    /// - Returns: What was removed; `nil` behind the last event.
    @discardableResult
    public mutating func delete() -> EventList<Content>.Entry? {
        guard hasCurrent else { return nil }
        let count = events.chunks[place.chunk].count
        let entry = events.remove(at: place)
        // A part that has become empty is gone, and the next has its number.
        if count > 1 { place = events.normalised(place) }
        return entry
    }

    /// Adds an event behind those that are at its tick; the cursor stays where it is.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - tick: When it happens; below 0 counts as 0.
    /// - Returns: Its id.
    @discardableResult
    public mutating func insert(_ event: Content, at tick: Int64) -> EventID {
        let current = current
        let id = events.insert(event, at: tick)
        // Parts may have been divided.
        if let current {
            place = events.index(of: current.id, at: current.tick) ?? events.endIndex
        } else {
            place = events.endIndex
        }
        return id
    }
}
