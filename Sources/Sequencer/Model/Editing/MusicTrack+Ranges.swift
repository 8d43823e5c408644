/// Moving, cutting and pasting.
///
/// All ranges are `[start, end)` in ticks of the track, and an event belongs to one if it *starts*
/// there: a note that starts before a range and sounds into it is left alone, with its length, and
/// one that starts inside goes along whole. A range may begin below 0 or end behind the track.
extension MusicTrack {
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

    /// Removes the events of a range; the others stay where they are.
    ///
    /// - Parameter range: Ticks.
    public mutating func clear(_ range: Range<Int64>) {
        events.removeEvents(in: range)
    }

    /// Removes the events of a range, and its time with them: what comes later comes earlier.
    ///
    /// Later events sound as before: programs, controllers, bends and the like that were set in the
    /// range, and hold after it, are set at its position. ``length``, ``endOfTrack`` and the start
    /// and end of the ``loop`` are moved too; a loop that is cut out whole is removed.
    ///
    /// - Parameter range: Ticks; the part below 0 does not count.
    /// - Returns: The part that was cut.
    @discardableResult
    public mutating func cut(_ range: Range<Int64>) -> Clip {
        let range = range.clamped(to: 0..<Int64.max)
        guard !range.isEmpty else { return copy(range) }
        let state = state(before: range.upperBound)
        let before = bounds
        let removed = changeTime { tick in
            Self.tick(tick, without: range)
        } events: { track in
            let removed = track.events.removeEvents(in: range)
            track.events.shift(from: range.upperBound, by: range.lowerBound - range.upperBound)
            return removed
        }
        var clip = Clip(removed, range: range)
        let restored = restore(state, at: range.lowerBound)
        clip.trace = CutTrace(
            tick: range.lowerBound,
            before: before,
            after: bounds,
            restored: restored
        )
        return clip
    }

    /// The events of a range.
    ///
    /// - Parameter range: Ticks; the part below 0 does not count.
    /// - Returns: A copy.
    public func copy(_ range: Range<Int64>) -> Clip {
        let range = range.clamped(to: 0..<Int64.max)
        return Clip(Array(events[ticks: range]), range: range)
    }

    /// Inserts a clip, and time for it: what starts at the tick or later comes later.
    ///
    /// Later events sound as before, whatever state the clip sets. Inserting a part at the position
    /// from which it was cut restores the track.
    ///
    /// - Parameters:
    ///   - clip: The clip.
    ///   - tick: The position; below 0 counts as 0.
    public mutating func insert(_ clip: Clip, at tick: Int64) {
        guard clip.length > 0 else { return merge(clip, at: tick) }
        let tick = max(tick, 0)
        let trace = clip.trace.flatMap { $0.tick == tick && $0.after == bounds ? $0 : nil }
        let state = state(before: tick)
        changeTime { old in
            old >= tick ? old.addingClamped(clip.length) : old
        } events: { track in
            track.events.shift(from: tick, by: clip.length)
        }
        merge(clip, at: tick)
        if let trace { bounds = trace.before }
        guard !clip.events.isEmpty else { return }
        let end = tick.addingClamped(clip.length)
        restore(state, at: end)
        if let restored = trace?.restored { removeRestored(restored, at: end) }
    }

    /// The end and the loop.
    var bounds: TrackBounds {
        get { TrackBounds(length: length, endOfTrack: endOfTrack, loop: loop) }
        set { (length, endOfTrack, loop) = (newValue.length, newValue.endOfTrack, newValue.loop) }
    }

    /// Changes when things happen: length, end and loop as `moved` says, the events by themselves.
    mutating func changeTime<Result>(
        _ moved: (Int64) -> Int64,
        events change: (inout MusicTrack) -> Result
    ) -> Result {
        let (oldEnd, oldLoop) = (loop == nil ? 0 : playedLength, loop)
        let isFilled = oldLoop != nil && length == nil && oldEnd > endTick
        length = length.map { moved(max($0, 0)) }
        endOfTrack = moved(max(endOfTrack, 0))
        let result = change(&self)
        guard let oldLoop else { return result }
        let start = oldEnd - min(max(oldLoop.length, 1), oldEnd)
        // The whole of a track stays that.
        let newStart = start == 0 ? 0 : moved(start)
        let newEnd = length ?? max(endTick, isFilled ? moved(oldEnd) : 0)
        let longer = newEnd.addingClamped(-newStart).addingClamped(start - oldEnd)
        let isThere = newEnd > newStart || oldEnd == start
        // A loop that is longer than its track stays that.
        loop =
            isThere
            ? TrackLoop(length: oldLoop.length.addingClamped(longer), count: oldLoop.count) : nil
        return result
    }

    /// Adds the events of a clip, after the present events at the same ticks.
    ///
    /// - Parameters:
    ///   - clip: The clip.
    ///   - tick: The position; below 0 counts as 0.
    public mutating func merge(_ clip: Clip, at tick: Int64) {
        let start = max(tick, 0)
        events.merge(clip.events.map { ($0.tick.addingClamped(start), $0.event) })
    }

    /// Adds the events of another track, after the present events at the same ticks.
    ///
    /// - Parameters:
    ///   - track: The track: its events alone, as they are written.
    ///   - tick: The position of its tick 0; below 0 counts as 0.
    public mutating func merge(_ track: MusicTrack, at tick: Int64 = 0) {
        let start = max(tick, 0)
        events.merge(track.events.map { ($0.tick.addingClamped(start), $0.event) })
    }

    /// The position of a tick when a range is cut out.
    static func tick(_ tick: Int64, without range: Range<Int64>) -> Int64 {
        if tick >= range.upperBound { return tick - (range.upperBound - range.lowerBound) }
        return min(tick, range.lowerBound)
    }
}
