extension MusicTrack {
    /// Makes a range so many times as long, with all that starts in it; what comes later is moved.
    ///
    /// Both ends of a note are scaled, so that notes which followed each other still do. Ticks are
    /// rounded to the nearest.
    ///
    /// - Parameters:
    ///   - range: Ticks; what is below 0 of it does not count.
    ///   - scale: How many times as long.
    public mutating func scaleTime(_ range: Range<Int64>, by scale: TimeScale) {
        let range = range.clamped(to: 0..<Int64.max)
        let start = range.lowerBound
        func moved(_ tick: Int64) -> Int64 {
            start.addingClamped(scale.scaled(tick.addingClamped(-start)))
        }
        let change = moved(range.upperBound).addingClamped(-range.upperBound)
        var entries = events.flattened
        for index in entries.indices where entries[index].tick >= start {
            let tick = entries[index].tick
            guard tick < range.upperBound else {
                entries[index].tick = tick.addingClamped(change)
                continue
            }
            entries[index].tick = moved(tick)
            if case .note(var note) = entries[index].event {
                let end = moved(tick.addingClamped(note.duration))
                note.duration = end.addingClamped(-entries[index].tick)
                entries[index].event = .note(note)
            }
        }
        events.replaceAll(entries)
        func scaled(_ tick: Int64) -> Int64 {
            if tick >= range.upperBound { return tick.addingClamped(change) }
            return tick > start ? moved(tick) : tick
        }
        length = length.map(scaled)
        endOfTrack = scaled(endOfTrack)
    }

    /// Puts the notes of a range onto a grid, or nearer to it.
    ///
    /// Notes only: controllers stay where they are. A start goes to the nearest point of the grid,
    /// which begins at tick 0, and from the middle to the later one; notes keep their length unless
    /// ends are quantised too. With full strength, doing it again changes nothing.
    ///
    /// - Parameters:
    ///   - range: Ticks.
    ///   - quantisation: The grid, and how.
    ///   - wholeNote: Ticks in a whole note: four times those of a quarter note, see
    ///     `MusicSequence.ticksPerWholeNote`.
    public mutating func quantise(
        _ range: Range<Int64>,
        to quantisation: Quantisation,
        wholeNote: Int64
    ) {
        guard let grid = QuantisingGrid(quantisation, wholeNote: wholeNote) else { return }
        events.change(in: range) { entry in
            guard case .note(var note) = entry.event else { return }
            let start = grid.quantised(entry.tick)
            if quantisation.includesEnds {
                let end = grid.quantised(entry.tick.addingClamped(note.duration))
                note.duration = (end > start ? end : grid.point(after: start)) - start
                entry.event = .note(note)
            }
            entry.tick = start
        }
    }
}
