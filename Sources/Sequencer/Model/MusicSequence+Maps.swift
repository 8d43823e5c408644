public import SMF

extension MusicSequence {
    /// Musical time to real time, by the tempos of the tempo track; ramps are their steps.
    ///
    /// Made anew each time: keep it for several conversions.
    public var tempoMap: TempoMap {
        TempoMap(division: division, changes: tempoTrack.tempoChanges(division: division))
    }

    /// Bars and beats, by the meters of the tempo track.
    ///
    /// Made anew each time: keep it for several conversions.
    public var meterMap: MeterMap {
        MeterMap(
            division: division,
            changes: tempoTrack.events.compactMap { entry in
                guard case .timeSignature(let signature) = entry.event else { return nil }
                return MeterMap.Change(tick: entry.tick, signature: signature)
            }
        )
    }

    /// The markers by tick.
    public var markers: [Marker] {
        tempoTrack.events.compactMap { entry in
            guard case .marker(let text) = entry.event else { return nil }
            return Marker(tick: entry.tick, name: text.string)
        }
    }

    /// The key signatures by tick, one per tick.
    public var keySignatures: [KeyChange] {
        var keys: [KeyChange] = []
        for entry in tempoTrack.events {
            guard case .keySignature(let signature) = entry.event else { continue }
            if keys.last?.tick == entry.tick { keys.removeLast() }
            keys.append(KeyChange(tick: entry.tick, signature: signature))
        }
        return keys
    }

    /// The key that holds at a tick: the last that was set there or before.
    ///
    /// - Parameter tick: The tick.
    /// - Returns: The key; `nil` if none was set.
    public func keySignature(atTick tick: Int64) -> KeySignature? {
        keySignatures.last { $0.tick <= tick }?.signature
    }

    /// The user events of all tracks by tick, as they are written.
    ///
    /// See ``Playback/userEvents`` for when they are played.
    public var userEvents: [UserEvent] {
        tracks.indices.flatMap { track in
            tracks[track].events.compactMap { entry in
                guard case .user(let bytes) = entry.event else { return nil }
                return UserEvent(tick: entry.tick, track: track, bytes: bytes)
            }
        }.sorted { $0.tick < $1.tick }
    }
}
