import SMF

/// A track of a file in the making: it gets events with their ticks, in order of time.
struct FileTrack {
    /// The greatest distance between two events (SMF 1.0, "variable-length quantity").
    private static let largestDelta: Int64 = 0x0FFF_FFFF
    /// The largest number of empty texts that bridge a longer delta time, which results from events
    /// that belong to another track.
    private static let mostFillers: Int64 = 64

    private(set) var track = Track()
    private var tick: Int64 = 0
    /// The other events of the track, by tick; they come before the events of their tick.
    private var others: ArraySlice<(tick: Int64, event: MetaEvent)>
    /// The index in the sequence, for errors.
    private let number: Int?

    /// Makes a track that will have these events beside those that are appended.
    init(number: Int?, with others: [(tick: Int64, event: MetaEvent)] = []) {
        self.number = number
        self.others = others[...]
    }

    /// Adds an event at tick 0, before all others that are there.
    mutating func appendAtStart(_ event: MetaEvent) throws(SequenceError) {
        try put(.meta(event), at: 0)
    }

    /// Adds an event that is not before the last one.
    mutating func append(_ event: Event, at tick: Int64) throws(SequenceError) {
        try appendOthers(upTo: tick)
        try put(event, at: tick)
    }

    private mutating func appendOthers(upTo tick: Int64) throws(SequenceError) {
        while let other = others.first, other.tick <= tick {
            others = others.dropFirst()
            try put(.meta(other.event), at: other.tick)
        }
    }

    private mutating func put(_ event: Event, at time: Int64) throws(SequenceError) {
        // Never below 0: events come in order of time.
        var delta = max(time.addingClamped(-tick), 0)
        guard delta / Self.largestDelta <= Self.mostFillers else {
            throw SequenceError(
                code: .gapTooLong,
                track: number,
                detail: "no event between tick \(tick) and tick \(time), expected at most "
                    + "\(Self.mostFillers * Self.largestDelta) ticks between events"
            )
        }
        while delta > Self.largestDelta {
            let filler = Event.meta(.text(.text, []))
            track.append(TrackEvent(delta: UInt32(Self.largestDelta), event: filler))
            delta -= Self.largestDelta
        }
        track.append(TrackEvent(delta: UInt32(delta), event: event))
        tick = max(time, tick)
    }

    /// Ends the track at a tick, or at its last event if that is later.
    mutating func end(at end: Int64) throws(SequenceError) {
        try appendOthers(upTo: .max)
        try put(.meta(.endOfTrack), at: max(end, tick))
    }
}
