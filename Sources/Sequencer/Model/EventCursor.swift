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
/// The cursor is at an event or behind the last one, and stays at its event during changes through
/// it. A change takes time in proportion to a small part of the track.
public struct EventCursor<Content: Hashable & Sendable>: Sendable {
    /// The events, as changed so far.
    public private(set) var events: EventList<Content>
    private var index: EventList<Content>.Index

    /// Makes a cursor at the first event of a list; a change is in ``events``, not in the list.
    public init(_ events: EventList<Content>) {
        self.events = events
        index = events.startIndex
    }

    /// The event at the cursor; `nil` behind the last.
    public var current: EventList<Content>.Entry? { hasCurrent ? events[index] : nil }

    /// Whether there is an event at the cursor.
    public var hasCurrent: Bool { index < events.endIndex }

    /// Whether there is an event after that at the cursor.
    public var hasNext: Bool { hasCurrent && events.index(after: index) < events.endIndex }

    /// Whether there is an event before the cursor.
    public var hasPrevious: Bool { index > events.startIndex }

    /// Goes to the first event that is not before a tick, or behind the last one.
    public mutating func seek(to tick: Int64) {
        index = events.firstIndex(notBefore: tick)
    }

    /// Goes to the event with an id.
    ///
    /// - Parameters:
    ///   - id: The event's id.
    ///   - tick: The time of the event, if it is known; otherwise all events are searched.
    /// - Returns: Whether there is such an event; if not, the cursor stays.
    @discardableResult
    public mutating func seek(to id: EventID, at tick: Int64? = nil) -> Bool {
        guard let found = events.index(of: id, at: tick) else { return false }
        index = found
        return true
    }

    /// Goes to the next event, or behind the last one.
    ///
    /// - Returns: Whether there is an event at the cursor.
    @discardableResult
    public mutating func next() -> Bool {
        guard hasCurrent else { return false }
        events.formIndex(after: &index)
        return hasCurrent
    }

    /// Goes to the event before.
    ///
    /// - Returns: Whether there was one; if not, the cursor stays.
    @discardableResult
    public mutating func previous() -> Bool {
        guard hasPrevious else { return false }
        events.formIndex(before: &index)
        return true
    }

    /// Replaces the current event; time and id stay.
    ///
    /// - Parameter event: The new event.
    /// - Returns: Whether there was an event to change.
    @discardableResult
    public mutating func set(_ event: Content) -> Bool {
        guard hasCurrent else { return false }
        events.replace(at: index, with: event)
        return true
    }

    /// Moves the current event to another time, behind those that are there; the cursor goes along.
    ///
    /// - Parameter tick: The new time; below 0 counts as 0.
    /// - Returns: Whether there was an event to move.
    @discardableResult
    public mutating func setTick(_ tick: Int64) -> Bool {
        guard hasCurrent else { return false }
        guard events[index].tick != max(tick, 0) else { return true }
        var entry = events.remove(at: index)
        entry.tick = max(tick, 0)
        index = events.put(entry)
        return true
    }

    /// Removes the current event; the cursor moves to the next one.
    ///
    /// - Returns: The event that was removed; `nil` behind the last event.
    @discardableResult
    public mutating func delete() -> EventList<Content>.Entry? {
        guard hasCurrent else { return nil }
        let count = events.chunks[index.chunk].count
        let entry = events.remove(at: index)
        // A part that has become empty is removed, and the next has its number.
        if count > 1 { index = events.normalised(index) }
        return entry
    }

    /// Adds an event behind those that are at its tick; the cursor stays where it is.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - tick: The time; below 0 counts as 0.
    /// - Returns: Its id.
    @discardableResult
    public mutating func insert(_ event: Content, at tick: Int64) -> EventID {
        let current = current
        let id = events.insert(event, at: tick)
        // Parts may have been divided.
        if let current {
            index = events.index(of: current.id, at: current.tick) ?? events.endIndex
        } else {
            index = events.endIndex
        }
        return id
    }
}
