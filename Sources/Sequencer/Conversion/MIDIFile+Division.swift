public import SMF

extension MIDIFile {
    /// The same music under another division, SMPTE frames or ticks per quarter note.
    ///
    /// Each event goes to the new tick whose time is the nearest to its own, of two that are equally
    /// near to the later. That is computed from exact times since the start, so errors are half a
    /// new tick at most and never add up. No event is moved past another.
    ///
    /// - From quarter notes to SMPTE frames, tempo events (FF 51) are dropped, since they mean nothing
    ///   there: what they did is in the ticks. Meters and keys stay.
    /// - From SMPTE frames to quarter notes, the file gets one tempo, at the start of the first track
    ///   (in format 2, of each); tempo events that it had, which meant nothing, are dropped.
    /// - From one number of SMPTE ticks to another, only ticks change.
    /// - From one number of ticks per quarter note to another, this is ``SMF/MIDIFile/rescaled(ticksPerQuarter:)``.
    ///
    /// In formats 0 and 1 the tempo events of all tracks hold for all; in format 2 each track has its
    /// own.
    ///
    /// - Parameters:
    ///   - division: The new division.
    ///   - microsecondsPerQuarter: The tempo that SMPTE frames become quarter notes with,
    ///     1 … 0xFFFFFF; 120 quarter notes a minute by default.
    /// - Returns: The new file, without diagnostics.
    /// - Throws: `SMFWriteError` if a division or the tempo is out of range, or if a delta time gets
    ///   above 0x0FFFFFFF.
    public func converted(
        to division: Division,
        microsecondsPerQuarter: UInt32 = TempoMap.defaultTempo
    ) throws(SMFWriteError) -> MIDIFile {
        try self.division.check()
        try division.check()
        switch (self.division, division) {
        case (.ticksPerQuarter, .ticksPerQuarter(let ticks)):
            return try rescaled(ticksPerQuarter: ticks)
        case (_, .smpte(let rate, let ticksPerFrame)):
            let conversions = tempoMaps.map {
                DivisionConversion($0, rate: rate, ticksPerFrame: ticksPerFrame)
            }
            return try keepingTempos(self.division.isFrames).retimed(to: division) { track, tick in
                conversions[conversions.count == 1 ? 0 : track].newTick(tick)
            }
        case (.smpte, .ticksPerQuarter(let ticks)):
            guard (1...0xFF_FFFF).contains(microsecondsPerQuarter) else {
                throw SMFWriteError(
                    code: .tempoInvalid,
                    detail: "\(microsecondsPerQuarter) µs per quarter note, expected 1 … 16777215"
                )
            }
            let conversion = DivisionConversion(
                TempoMap(division: self.division, changes: []),
                ticksPerQuarter: ticks,
                microsecondsPerQuarter: microsecondsPerQuarter
            )
            return try keepingTempos(false)
                .retimed(to: division) { _, tick in conversion.newTick(tick) }
                .beginning(withTempo: microsecondsPerQuarter)
        }
    }

    /// The tempo map of all tracks, or of each if they are independent.
    private var tempoMaps: [TempoMap] {
        let changes = tracks.map(\.tempoChanges)
        guard format == .independent, tracks.count > 1 else {
            return [TempoMap(division: division, changes: changes.flatMap(\.self))]
        }
        return changes.map { TempoMap(division: division, changes: $0) }
    }

    /// The file, without tempo events unless they are to be retained.
    private func keepingTempos(_ isKept: Bool) throws(SMFWriteError) -> MIDIFile {
        guard !isKept else { return self }
        var file = self
        for number in tracks.indices {
            file.tracks[number] = try tracks[number].withoutTempos(number)
        }
        return file
    }

    /// The file with a tempo event before all others, in each track that needs one.
    private func beginning(withTempo microsecondsPerQuarter: UInt32) -> MIDIFile {
        var file = self
        let bytes = [16, 8, 0].map { UInt8(truncatingIfNeeded: microsecondsPerQuarter >> $0) }
        let tempo = MetaEvent(type: 0x51, bytes: bytes[...])
        let count = format == .independent ? tracks.count : min(tracks.count, 1)
        for number in 0..<count {
            var track = Track(events: [TrackEvent(delta: 0, event: .meta(tempo))])
            for (index, event) in tracks[number].enumerated() {
                track.append(event, encoding: tracks[number].encoding(at: index))
            }
            file.tracks[number] = track
        }
        return file
    }
}

extension Division {
    /// Whether ticks are parts of SMPTE frames.
    fileprivate var isFrames: Bool {
        if case .smpte = self { true } else { false }
    }

    /// Refuses a division that a file cannot have.
    fileprivate func check() throws(SMFWriteError) {
        switch self {
        case .ticksPerQuarter(let ticks):
            guard !(1...0x7FFF).contains(ticks) else { return }
            throw SMFWriteError(
                code: .divisionInvalid,
                detail: "\(ticks) ticks per quarter note, expected 1 … 32767"
            )
        case .smpte(_, let ticksPerFrame):
            guard ticksPerFrame == 0 else { return }
            throw SMFWriteError(
                code: .divisionInvalid,
                detail: "0 ticks per frame, expected 1 … 255"
            )
        }
    }
}
