extension MIDIFile {
    /// The same music, counted in other ticks per quarter note.
    ///
    /// Each event goes to its tick × new ÷ old, rounded to the nearest, a half up. That is computed
    /// from the ticks since the track's start, so errors are half a tick at most and never add up.
    /// Tempo events go to the nearest tick like others; in seconds, each that does not fall on one
    /// shifts what follows by the difference that its tempo makes in half a tick at most.
    /// No event is added, dropped or moved past another: where ticks get longer, the two ends of a
    /// very short note may fall on one tick, still in their order.
    ///
    /// - Parameter ticksPerQuarter: The new division, 1 … 32767.
    /// - Returns: The new file, without diagnostics.
    /// - Throws: ``SMFWriteError`` if the division is out of range, if this file counts SMPTE
    ///   frames, which have no quarter notes, or if a delta time gets above 0x0FFFFFFF.
    public func rescaled(ticksPerQuarter: UInt16) throws(SMFWriteError) -> MIDIFile {
        _ = try FileHeader.word(division)
        _ = try FileHeader.word(.ticksPerQuarter(ticksPerQuarter))
        guard case .ticksPerQuarter(let present) = division else {
            throw SMFWriteError(
                code: .divisionInvalid,
                detail: "the file has a SMPTE division, expected ticks per quarter note"
            )
        }
        let scale = TickScale(from: present, to: ticksPerQuarter)
        return try retimed(to: .ticksPerQuarter(ticksPerQuarter)) { scale.newTick($1) }
    }

    /// The same events at other times, under another division.
    ///
    /// The tracks, their order and the content beside them stay as they are.
    ///
    /// - Parameters:
    ///   - division: The division of the new file; nothing is computed with it.
    ///   - newTick: From a track's index and a tick in it, the new tick; it never falls while the
    ///     ticks rise.
    /// - Returns: The new file, without diagnostics.
    /// - Throws: ``SMFWriteError`` if a delta time gets above 0x0FFFFFFF.
    public func retimed(
        to division: Division,
        _ newTick: (_ track: Int, _ tick: Int64) -> Int64
    ) throws(SMFWriteError) -> MIDIFile {
        var file = self
        file.division = division
        file.diagnostics = []
        for number in tracks.indices {
            file.tracks[number] = try tracks[number].retimed(number: number) { newTick(number, $0) }
        }
        return file
    }
}

extension Track {
    /// The same events at other times.
    fileprivate func retimed(
        number: Int,
        _ newTick: (Int64) -> Int64
    ) throws(SMFWriteError) -> Track {
        let retimed = RecordList.Block(capacity: records.count)
        var tick: Int64 = 0
        var last: Int64 = 0
        for (index, record) in records.enumerated() {
            tick += Int64(record.delta)
            let new = newTick(tick)
            guard let delta = UInt32(exactly: new - last), delta <= Quantity.largest else {
                throw SMFWriteError(
                    code: .deltaRange,
                    track: number,
                    event: index,
                    tick: tick,
                    detail: "delta time of \(new - last) new ticks, "
                        + "expected at most \(Quantity.largest)"
                )
            }
            unsafe (retimed.base + index).initialize(to: Record(delta: delta, bits: record.bits))
            last = new
        }
        return Track(
            records: RecordList(block: retimed, range: 0..<records.count),
            payloads: payloads,
            bytes: bytes,
            endTick: last
        )
    }
}
