extension PreparedSequence {
    /// The sequence at a constant tempo instead of its own.
    ///
    /// The schedule is the same, so a player can take the one over from the other while it plays
    /// (`MusicPlayer.updateItem`). With an SMPTE division the tempo counts for nothing, as in the file.
    ///
    /// - Parameter microsecondsPerQuarter: The tempo, brought into 1 … 0xFFFFFF.
    /// - Returns: The sequence.
    public func withTempo(_ microsecondsPerQuarter: UInt32) -> PreparedSequence {
        let tempo = min(max(microsecondsPerQuarter, 1), 0xFF_FFFF)
        var sequence = self
        sequence.tempoMap = TempoMap(
            division: division,
            changes: [TempoMap.Change(tick: 0, microsecondsPerQuarter: tempo)]
        )
        sequence.tempoOverride = tempo
        return sequence
    }

    /// The sequence with an end that is not before a frame, for sound that plays beside it.
    ///
    /// - Parameters:
    ///   - frame: The frame at its own speed.
    ///   - rate: Frames per second.
    /// - Returns: The sequence; the same one if it is long enough.
    public func lasting(toFrame frame: Int64, rate: Int) -> PreparedSequence {
        guard frame > endFrame(rate: rate) else { return self }
        var sequence = self
        sequence.endTick = tempoMap.tick(atFrame: min(frame, TempoMap.lastFrame), rate: rate)
        if sequence.endFrame(rate: rate) < frame { sequence.endTick += 1 }
        return sequence
    }

    /// The item frame of a tick at a speed: the first that is not before it, as events have it.
    ///
    /// - Parameters:
    ///   - tick: The tick.
    ///   - rate: Frames per second.
    ///   - speed: The speed.
    /// - Returns: The frame.
    public func itemFrame(atTick tick: Int64, rate: Int, speed: Speed) -> Int64 {
        let table = tempoTable(rate: rate, speed: speed)
        return TempoMap.frames(
            units: tempoMap.units(atTick: tick),
            unitsPerSecond: table.unitsPerSecond,
            rate: table.scaledRate
        )
    }

    /// The sequence with an end that is not before a tick.
    public func lasting(toTick tick: Int64) -> PreparedSequence {
        var sequence = self
        sequence.endTick = max(endTick, tick)
        return sequence
    }
}
