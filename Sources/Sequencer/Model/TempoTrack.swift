public import SMF

/// The tempo, meter, key and markers of all tracks of a sequence.
///
/// It cannot be muted, looped or moved in time.
public struct TempoTrack: Hashable, Sendable {
    /// The events in order of time.
    public internal(set) var events: EventList<TempoEvent>
    /// The SMPTE time of the sequence's start (FF 54).
    public var smpteOffset: SMPTEOffset?
    /// The least length, in ticks: the position of its end of track in a file.
    public var endOfTrack: Int64
    /// Whether a file has it as a track of its own, before all others.
    ///
    /// Otherwise its events are written into the first track, as in files whose first track has
    /// notes. The numbers of all tracks depend on it, see ``MusicSequence/firstTrackIndex``.
    public var isOwnTrack: Bool

    /// Makes a tempo track.
    ///
    /// - Parameters:
    ///   - events: Ticks and events in any order; those at one tick stay in theirs.
    ///   - smpteOffset: The SMPTE time of the sequence's start.
    ///   - endOfTrack: The least length, in ticks.
    ///   - isOwnTrack: Whether a file has it as a track of its own.
    public init(
        _ events: [(tick: Int64, event: TempoEvent)] = [],
        smpteOffset: SMPTEOffset? = nil,
        endOfTrack: Int64 = 0,
        isOwnTrack: Bool = true
    ) {
        self.events = EventList(events)
        self.smpteOffset = smpteOffset
        self.endOfTrack = endOfTrack
        self.isOwnTrack = isOwnTrack
    }

    /// The end in ticks: after the last event, and not before ``endOfTrack``.
    public var endTick: Int64 {
        var end = max(endOfTrack, 0)
        for entry in events {
            var last = entry.tick
            if case .ramp(let ramp) = entry.event { last = last.addingClamped(ramp.length) }
            end = max(end, last)
        }
        return end
    }

    /// Adds an event behind those that are at its tick.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - tick: The time; below 0 counts as 0.
    /// - Returns: Its id.
    @discardableResult
    public mutating func insert(_ event: TempoEvent, at tick: Int64) -> EventID {
        events.insert(event, at: tick)
    }

    /// Goes through the events with a cursor and changes them, see ``EventCursor``.
    ///
    /// - Parameter body: Gets the cursor at the first event.
    /// - Returns: The closure's result.
    /// - Throws: The closure's error; changes up to then stay.
    public mutating func withCursor<Result, Failure: Error>(
        _ body: (inout EventCursor<TempoEvent>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The list is the cursor's alone meanwhile, so that nothing is copied.
        var cursor = EventCursor(events)
        events = EventList()
        defer { events = cursor.events }
        return try body(&cursor)
    }

    /// The tempos, ramps as their steps, in order of time.
    ///
    /// - Parameter division: The unit of a tick.
    /// - Returns: The tempos; of several at one tick the last counts.
    public func tempoChanges(division: Division) -> [TempoMap.Change] {
        tempoSteps(division: division).flatMap(\.self)
    }

    /// The steps of each tempo and each ramp, by their order.
    func tempoSteps(division: Division) -> [[TempoMap.Change]] {
        let tempos = events.filter(\.event.isTempo)
        return tempos.enumerated().map { index, entry in
            switch entry.event {
            case .tempo(let period):
                return [TempoMap.Change(tick: entry.tick, microsecondsPerQuarter: period)]
            case .ramp(let ramp):
                let next = index + 1 < tempos.count ? tempos[index + 1].tick : nil
                return ramp.steps(from: entry.tick, until: next, division: division)
            case .timeSignature, .keySignature, .marker, .meta:
                return []
            }
        }
    }
}

extension TempoEvent {
    /// Whether it sets the tempo.
    var isTempo: Bool {
        switch self {
        case .tempo(let period): (1...0xFF_FFFF).contains(period)
        case .ramp: true
        default: false
        }
    }
}
