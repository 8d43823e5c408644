import SMF

extension Track {
    /// The tempos in it, as far as they are in range.
    var tempoChanges: [TempoMap.Change] {
        var tick: Int64 = 0
        var changes: [TempoMap.Change] = []
        for event in self {
            tick += Int64(event.delta)
            guard case .meta(let meta) = event.event, case .tempo(let tempo) = meta.value else {
                continue
            }
            changes.append(TempoMap.Change(tick: tick, microsecondsPerQuarter: tempo))
        }
        return changes
    }

    /// The track without its tempo events, right ones and wrong ones.
    func withoutTempos(_ number: Int) throws(SMFWriteError) -> Track {
        var track = Track()
        var skipped: UInt64 = 0
        for (index, event) in enumerated() {
            let delta = skipped + UInt64(event.delta)
            if case .meta(let meta) = event.event, meta.type == 0x51 {
                skipped = delta
                continue
            }
            guard let sum = UInt32(exactly: delta) else {
                throw SMFWriteError(
                    code: .deltaRange,
                    track: number,
                    event: index,
                    tick: track.endTick + Int64(delta),
                    detail: "\(delta) ticks between events other than tempos"
                )
            }
            track.append(TrackEvent(delta: sum, event: event.event), encoding: encoding(at: index))
            skipped = 0
        }
        return track
    }
}
