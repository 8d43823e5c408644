extension TempoMap {
    /// The first frame that is not before the tick: its exact time × `rate`, rounded up.
    ///
    /// - Parameters:
    ///   - tick: A tick; below 0 counts as 0.
    ///   - rate: Frames per second, 1 or more.
    /// - Returns: The frame, at most ``lastFrame``.
    public func frame(atTick tick: Int64, rate: Int) -> Int64 {
        precondition(rate > 0, "a rate is 1 or more frames per second")
        return Self.frames(
            units: units(atTick: tick),
            unitsPerSecond: unitsPerSecond,
            rate: Int64(rate)
        )
    }

    /// The last tick whose frame is not after `frame`; 0 if there is none.
    ///
    /// - Parameters:
    ///   - frame: A frame, at most ``lastFrame``.
    ///   - rate: Frames per second, 1 or more.
    /// - Returns: The tick.
    public func tick(atFrame frame: Int64, rate: Int) -> Int64 {
        precondition(rate > 0, "a rate is 1 or more frames per second")
        guard frame > 0 else { return tick(atUnits: 0) }
        return tick(atUnits: Int128(frame) * Int128(unitsPerSecond) / Int128(rate))
    }

    /// The time of the tick in seconds, for people: nothing that plays is to count with it.
    public func seconds(atTick tick: Int64) -> Double {
        Double(units(atTick: tick)) / Double(unitsPerSecond)
    }

    /// The time of the tick in whole nanoseconds, rounded down, for people.
    public func nanoseconds(atTick tick: Int64) -> Int64 {
        let whole = units(atTick: tick)
        let second = Int128(unitsPerSecond)
        // Seconds and their rest apart: the product of all would not fit.
        let seconds = whole / second
        guard seconds < Int128(Int64.max / 1_000_000_000) else { return .max }
        return Int64(seconds * 1_000_000_000 + whole % second * 1_000_000_000 / second)
    }

    /// The tempo that holds at the tick, in microseconds per quarter note.
    public func microsecondsPerQuarter(atTick tick: Int64) -> UInt32 {
        let next = changes.partitioningIndex { $0.tick > tick }
        return next == 0 ? Self.defaultTempo : changes[next - 1].microsecondsPerQuarter
    }

    /// The tempo that holds at the tick, in quarter notes per minute.
    public func beatsPerMinute(atTick tick: Int64) -> Double {
        60_000_000 / Double(microsecondsPerQuarter(atTick: tick))
    }

    /// The exact time of a tick, in units of which ``unitsPerSecond`` make a second.
    ///
    /// - Parameter tick: A tick; below 0 counts as 0.
    /// - Returns: The time, below 2^87.
    public func units(atTick tick: Int64) -> Int128 {
        let tick = max(tick, 0)
        let segment = segments[max(segments.partitioningIndex { $0.tick > tick } - 1, 0)]
        return segment.units + Int128(tick - segment.tick) * Int128(segment.unitsPerTick)
    }

    /// The last tick that is not after a time in units; 0 if there is none.
    ///
    /// - Parameter units: The time, of which ``unitsPerSecond`` make a second.
    /// - Returns: The tick, cut to 64 bits.
    public func tick(atUnits units: Int128) -> Int64 {
        let segment = segments[max(segments.partitioningIndex { $0.units > units } - 1, 0)]
        let ticks = (units - segment.units) / Int128(segment.unitsPerTick)
        return Int64(clamping: Int128(segment.tick) + ticks)
    }

    /// Units to frames, rounded up.
    ///
    /// Units stay below 2^87 (63-bit ticks, 24-bit tempo); above 2^90 frames anything is cut, so
    /// the product with a rate is formed from seconds and their rest apart.
    static func frames(units: Int128, unitsPerSecond: Int64, rate: Int64) -> Int64 {
        let second = Int128(unitsPerSecond)
        let (seconds, rest) = units.quotientAndRemainder(dividingBy: second)
        guard seconds <= Int128(lastFrame) else { return lastFrame }
        let frames = seconds * Int128(rate) + (rest * Int128(rate) + second - 1) / second
        return Int64(min(frames, Int128(lastFrame)))
    }
}

extension RandomAccessCollection {
    /// The first index whose element, and each after it, belongs to the second part.
    func partitioningIndex(where belongsInSecond: (Element) -> Bool) -> Index {
        var low = startIndex
        var count = count
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if belongsInSecond(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
