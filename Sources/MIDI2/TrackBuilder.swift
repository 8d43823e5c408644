import SMF

/// Makes a track of events in the order of time.
struct TrackBuilder {
    private var track = Track()
    /// The time of the last event, in ticks.
    private var lastTick: Int64 = 0

    /// The longest delta time that a file can have.
    private static let longestDelta: Int64 = 0x0FFF_FFFF

    /// Adds an event.
    mutating func append(_ event: Event, at tick: Int64) {
        // A longer time than a delta can express is divided by empty texts.
        while tick - lastTick > Self.longestDelta {
            let pause = Event.meta(MetaEvent(type: 0x01, bytes: []))
            track.append(TrackEvent(delta: UInt32(Self.longestDelta), event: pause))
            lastTick += Self.longestDelta
        }
        track.append(TrackEvent(delta: UInt32(tick - lastTick), event: event))
        lastTick = tick
    }

    /// The track with its end.
    func finished(at tick: Int64) -> Track {
        var copy = self
        copy.append(.meta(.endOfTrack), at: tick)
        return copy.track
    }
}
