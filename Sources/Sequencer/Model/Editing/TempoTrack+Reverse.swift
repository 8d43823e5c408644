import SMF

extension TempoTrack {
    /// Mirrors a range, to match tracks that play it backwards.
    ///
    /// Tempos, ramps, meters and keys hold for the same music as before, and those after the range
    /// stay. A marker names the music after it, and still does: it is moved to the new start of
    /// that stretch, which ends at the next marker. Other events are mirrored as if they lasted one
    /// tick.
    ///
    /// - Parameter range: Ticks; it ends at ``endTick`` at the latest.
    public mutating func reverse(_ range: Range<Int64>) {
        reverse(range, limit: endTick)
    }

    /// Mirrors a range that ends at a limit at the latest.
    mutating func reverse(_ range: Range<Int64>, limit: Int64) {
        let range = range.clamped(to: 0..<max(limit, 0))
        guard !range.isEmpty else { return }
        let (start, end) = (range.lowerBound, range.upperBound)
        let inside = Array(events[ticks: range])
        let (before, after) = (state(before: start), state(before: end))
        var mirrored: [(tick: Int64, event: TempoEvent)] = []
        for aspect in TempoState.Aspect.allCases {
            for stretch in stretches(of: aspect, in: inside, range: range, before).reversed() {
                mirrored.append((start + (end - stretch.end), stretch.reversed))
            }
        }
        var next = end
        for entry in inside.reversed() {
            if case .marker = entry.event {
                mirrored.append((start + (end - next), entry.event))
                next = entry.tick
            } else if case .meta = entry.event {
                mirrored.append((start + (end - 1 - entry.tick), entry.event))
            }
        }
        events.removeEvents(in: range)
        mirrored.sort { $0.tick < $1.tick }
        events.merge(mirrored)
        restore(after, at: end)
    }

    /// A stretch in which one thing holds.
    private struct Stretch {
        var start: Int64
        var end: Int64
        var event: TempoEvent

        /// The event for the reversed time.
        var reversed: TempoEvent {
            guard case .ramp(let ramp) = event else { return event }
            // It may have been cut short.
            let last = ramp.period(at: end - start)
            return .ramp(TempoRamp(from: last, to: ramp.start, length: end - start))
        }
    }

    /// The stretches of a range with the state in each.
    private func stretches(
        of aspect: TempoState.Aspect,
        in inside: [EventList<TempoEvent>.Entry],
        range: Range<Int64>,
        _ before: TempoState
    ) -> [Stretch] {
        var changes = inside.filter { $0.event.aspect == aspect }.map {
            (tick: $0.tick, event: $0.event)
        }
        // A state that never changes is the same in both directions.
        if changes.isEmpty, aspect != .tempo || before.ramp == nil { return [] }
        if changes.first?.tick != range.lowerBound {
            changes.insert((range.lowerBound, before.event(aspect)), at: 0)
        }
        var result: [Stretch] = []
        for (index, change) in changes.enumerated() {
            let next = index + 1 < changes.count ? changes[index + 1].tick : range.upperBound
            // Of several at one tick the last counts.
            guard next > change.tick else { continue }
            guard case .ramp(let ramp) = change.event else {
                result.append(Stretch(start: change.tick, end: next, event: change.event))
                continue
            }
            let last = min(change.tick.addingClamped(ramp.length), next)
            if last > change.tick {
                result.append(Stretch(start: change.tick, end: last, event: change.event))
            }
            if last < next {
                let tempo = TempoEvent.tempo(microsecondsPerQuarter: ramp.end)
                result.append(Stretch(start: last, end: next, event: tempo))
            }
        }
        return result
    }
}
