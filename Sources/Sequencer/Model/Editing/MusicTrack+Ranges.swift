/// Moving, cutting and pasting.
///
/// All ranges are `[start, end)` in ticks of the track, and an event belongs to one if it *starts*
/// there: a note that starts before a range and sounds into it is left alone, with its length, and
/// one that starts inside goes along whole. A range may begin below 0 or end behind the track.
extension MusicTrack {
    /// Moves the events of a range in time; what they come upon stays, before them at its ticks.
    ///
    /// - Parameters:
    ///   - range: Ticks.
    ///   - amount: How many ticks later; below 0 earlier, but never before tick 0.
    /// - Returns: How far they were moved.
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
    /// ``length`` and ``endOfTrack`` go along.
    ///
    /// - Parameter range: Ticks; what is below 0 of it does not count.
    /// - Returns: What was cut.
    @discardableResult
    public mutating func cut(_ range: Range<Int64>) -> Clip {
        let range = range.clamped(to: 0..<Int64.max)
        let clip = Clip(events.removeEvents(in: range), range: range)
        events.shift(from: range.upperBound, by: -clip.length)
        length = length.map { Self.tick($0, without: range) }
        endOfTrack = Self.tick(endOfTrack, without: range)
        return clip
    }

    /// The events of a range.
    ///
    /// - Parameter range: Ticks; what is below 0 of it does not count.
    /// - Returns: A copy.
    public func copy(_ range: Range<Int64>) -> Clip {
        let range = range.clamped(to: 0..<Int64.max)
        return Clip(Array(events[ticks: range]), range: range)
    }

    /// Inserts a clip, and time for it: what starts at the tick or later comes later.
    ///
    /// Inserting what was cut, where it was cut, gives the track as it was.
    ///
    /// - Parameters:
    ///   - clip: What to insert.
    ///   - tick: Where; below 0 counts as 0.
    public mutating func insert(_ clip: Clip, at tick: Int64) {
        let tick = max(tick, 0)
        events.shift(from: tick, by: clip.length)
        length = length.map { $0 >= tick ? $0.addingClamped(clip.length) : $0 }
        endOfTrack = endOfTrack >= tick ? endOfTrack.addingClamped(clip.length) : endOfTrack
        merge(clip, at: tick)
    }

    /// Adds the events of a clip to what is there, behind it at the same ticks.
    ///
    /// - Parameters:
    ///   - clip: What to add.
    ///   - tick: Where; below 0 counts as 0.
    public mutating func merge(_ clip: Clip, at tick: Int64) {
        let start = max(tick, 0)
        events.merge(clip.events.map { ($0.tick.addingClamped(start), $0.event) })
    }

    /// Adds the events of another track to what is there, behind it at the same ticks.
    ///
    /// - Parameters:
    ///   - track: What to add: its events alone, as they are written.
    ///   - tick: Where its tick 0 comes; below 0 counts as 0.
    public mutating func merge(_ track: MusicTrack, at tick: Int64 = 0) {
        let start = max(tick, 0)
        events.merge(track.events.map { ($0.tick.addingClamped(start), $0.event) })
    }

    /// Where a tick comes when a range is cut out.
    static func tick(_ tick: Int64, without range: Range<Int64>) -> Int64 {
        if tick >= range.upperBound { return tick - (range.upperBound - range.lowerBound) }
        return min(tick, range.lowerBound)
    }
}
