extension MusicTrack {
    /// Multiplies the length of a range, with all that starts in it; later events are moved.
    ///
    /// Both ends of a note are moved, so that consecutive notes stay consecutive; the part of a
    /// note after the range keeps its length. Ticks are rounded to the nearest.
    ///
    /// - Parameters:
    ///   - range: Ticks; the part below 0 does not count.
    ///   - scale: The factor.
    public mutating func scaleTime(_ range: Range<Int64>, by scale: TimeScale) {
        let range = range.clamped(to: 0..<Int64.max)
        guard !range.isEmpty else { return }
        let scaled = ScaledRange(range, by: scale)
        changeTime(scaled.moved) { track in
            var entries = track.events.flattened
            for index in entries.indices where entries[index].tick >= range.lowerBound {
                let tick = entries[index].tick
                entries[index].tick = scaled.moved(tick)
                guard tick < range.upperBound, case .note(var note) = entries[index].event else {
                    continue
                }
                let end = scaled.moved(tick.addingClamped(note.duration))
                note.duration = end.addingClamped(-entries[index].tick)
                entries[index].event = .note(note)
            }
            track.events.replaceAll(entries)
        }
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
        guard let grid = QuantisingGrid(quantisation, wholeNote: wholeNote),
            !grid.isWithoutStrength
        else { return }
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
