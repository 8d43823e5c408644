import SMF

/// Moving, cutting and pasting of the tempo, meter, key and markers of all tracks.
///
/// All ranges are `[start, end)` in ticks, and contain the events that start in them. If time is
/// cut out or inserted, the music before and after keeps its tempo, meter and key.
extension TempoTrack {
    /// Moves the events of a range in time; events at the new ticks stay, before them.
    ///
    /// - Parameters:
    ///   - range: Ticks.
    ///   - amount: The number of ticks; below 0 means earlier, but never before tick 0.
    /// - Returns: The number of ticks by which they were moved.
    @discardableResult
    public mutating func move(_ range: Range<Int64>, by amount: Int64) -> Int64 {
        guard let first = events[ticks: range].first else { return 0 }
        let amount = max(amount, -first.tick)
        guard amount != 0 else { return 0 }
        events.change(in: range) { $0.tick = $0.tick.addingClamped(amount) }
        return amount
    }

    /// Removes the events of a range; the tempo before them continues.
    ///
    /// - Parameter range: Ticks.
    public mutating func clear(_ range: Range<Int64>) {
        events.removeEvents(in: range)
    }

    /// The events of a range, and the state at its start.
    ///
    /// - Parameter range: Ticks; the part below 0 does not count.
    /// - Returns: A copy.
    public func copy(_ range: Range<Int64>) -> TempoClip {
        let range = range.clamped(to: 0..<Int64.max)
        return TempoClip(
            Array(events[ticks: range]),
            range: range,
            initial: state(before: range.lowerBound)
        )
    }

    /// Removes the events of a range, and its time with them; what comes later keeps its tempo,
    /// meter and key.
    ///
    /// - Parameter range: Ticks; the part below 0 does not count.
    /// - Returns: The part that was cut.
    @discardableResult
    public mutating func cut(_ range: Range<Int64>) -> TempoClip {
        let range = range.clamped(to: 0..<Int64.max)
        guard !range.isEmpty else { return copy(range) }
        let clip = copy(range)
        let after = state(before: range.upperBound)
        events.removeEvents(in: range)
        events.shift(from: range.upperBound, by: -clip.length)
        endOfTrack = MusicTrack.tick(endOfTrack, without: range)
        restore(after, at: range.lowerBound)
        return clip
    }

    /// Inserts a clip, and time for it.
    ///
    /// The clip keeps its own tempo, meter and key, and the events after it keep theirs. Inserting
    /// a part at the position from which it was cut restores tempos, meters and keys.
    ///
    /// - Parameters:
    ///   - clip: The clip.
    ///   - tick: The position; below 0 counts as 0.
    public mutating func insert(_ clip: TempoClip, at tick: Int64) {
        guard clip.length > 0 else { return merge(clip, at: tick) }
        let tick = max(tick, 0)
        let end = tick.addingClamped(clip.length)
        let before = state(before: tick)
        events.shift(from: tick, by: clip.length)
        endOfTrack = endOfTrack >= tick ? endOfTrack.addingClamped(clip.length) : endOfTrack
        merge(clip, at: tick)
        restore(clip.initial, at: tick)
        restore(before, at: end)
        // Events that a cut has left here to keep the tempo are no longer needed.
        let now = state(before: end)
        // Of several of a kind the last counts, so they are examined together.
        let here = events[events.firstIndex(notBefore: end)..<events.firstIndex(after: end)]
            .compactMap(\.event.aspect)
        events.removeAll(at: end) { event in
            guard here.count(where: { $0 == event.aspect }) == 1 else { return false }
            return switch event {
            case .tempo(let period): now.ramp == nil && now.period == period
            case .timeSignature(let signature): now.signature == signature
            case .keySignature(let key): now.key == key
            case .ramp, .marker, .meta: false
            }
        }
    }

    /// Adds the events of a clip, after the present events at the same ticks.
    ///
    /// - Parameters:
    ///   - clip: The clip.
    ///   - tick: The position; below 0 counts as 0.
    public mutating func merge(_ clip: TempoClip, at tick: Int64) {
        let start = max(tick, 0)
        events.merge(clip.events.map { ($0.tick.addingClamped(start), $0.event) })
    }

    /// Multiplies the length of a range; later events are moved.
    ///
    /// Both ends of a ramp are moved, wherever it begins.
    ///
    /// The tempos stay: the duration of the range is multiplied too.
    ///
    /// - Parameters:
    ///   - range: Ticks; the part below 0 does not count.
    ///   - scale: The factor.
    public mutating func scaleTime(_ range: Range<Int64>, by scale: TimeScale) {
        let range = range.clamped(to: 0..<Int64.max)
        guard !range.isEmpty else { return }
        let scaled = ScaledRange(range, by: scale)
        var entries = events.flattened
        for index in entries.indices {
            let tick = entries[index].tick
            entries[index].tick = scaled.moved(tick)
            guard tick < range.upperBound, case .ramp(let ramp) = entries[index].event else {
                continue
            }
            let end = scaled.moved(tick.addingClamped(ramp.length))
            let length = end.addingClamped(-entries[index].tick)
            entries[index].event = .ramp(TempoRamp(from: ramp.start, to: ramp.end, length: length))
        }
        events.replaceAll(entries)
        endOfTrack = scaled.moved(endOfTrack)
    }
}

extension EventList {
    /// Removes the events at a tick of which a condition holds.
    fileprivate mutating func removeAll(at tick: Int64, where isRemoved: (Content) -> Bool) {
        var index = firstIndex(notBefore: tick)
        while index < endIndex, self[index].tick == tick {
            guard isRemoved(self[index].event) else {
                formIndex(after: &index)
                continue
            }
            remove(at: index)
            index = firstIndex(notBefore: tick)
        }
    }
}
