import SMF

/// Editing of all tracks at once, the tempo track included.
///
/// All ranges are `[start, end)` in ticks of the sequence, and an event belongs to one if it starts
/// there, ``MusicTrack/startOffset`` included; loops are not unrolled. See ``MusicTrack`` for what
/// becomes of notes across a border. Where time is changed before a track's offset, the offset
/// becomes ticks of the track.
extension MusicSequence {
    /// Moves the events of a range in all tracks; events at the new position stay, before them.
    ///
    /// - Parameters:
    ///   - range: Ticks.
    ///   - amount: The number of ticks; below 0 means earlier, but never before tick 0.
    /// - Returns: The number of ticks by which they were moved.
    @discardableResult
    public mutating func move(_ range: Range<Int64>, by amount: Int64) -> Int64 {
        var first = tempoTrack.events[ticks: range].first?.tick
        for track in tracks {
            let range = track.ticks(range)
            guard let tick = track.events[ticks: range].first?.tick else { continue }
            first = min(first ?? tick, tick)
        }
        guard let first else { return 0 }
        let amount = max(amount, -first)
        tempoTrack.move(range, by: amount)
        for index in tracks.indices {
            tracks[index].move(tracks[index].ticks(range), by: amount)
        }
        return amount
    }

    /// Removes the events of a range from all tracks; the others stay where they are.
    ///
    /// - Parameter range: Ticks.
    public mutating func clear(_ range: Range<Int64>) {
        tempoTrack.clear(range)
        for index in tracks.indices { tracks[index].clear(tracks[index].ticks(range)) }
    }

    /// Cuts a range out of all tracks: what comes later comes earlier, and keeps its tempo, meter
    /// and key.
    ///
    /// - Parameter range: Ticks; the part below 0 does not count.
    /// - Returns: The part that was cut.
    @discardableResult
    public mutating func cut(_ range: Range<Int64>) -> SequenceClip {
        let range = range.clamped(to: 0..<Int64.max)
        let tempo = tempoTrack.cut(range)
        let parts = tracks.indices.map { index in
            tracks[index].writeOffset(before: range.lowerBound)
            return tracks[index].cut(tracks[index].ticks(range))
        }
        return SequenceClip(tempo: tempo, tracks: parts)
    }

    /// A range of all tracks.
    ///
    /// - Parameter range: Ticks; the part below 0 does not count.
    /// - Returns: A copy.
    public func copy(_ range: Range<Int64>) -> SequenceClip {
        let range = range.clamped(to: 0..<Int64.max)
        let parts = tracks.map { track in
            let range = track.ticks(range)
            return Clip(Array(track.events[ticks: range]), range: range)
        }
        return SequenceClip(tempo: tempoTrack.copy(range), tracks: parts)
    }

    /// Inserts a clip, and time for it, in all tracks.
    ///
    /// The clip has its own tempo, meter and key, and what follows keeps its own. Inserting what
    /// was cut, where it was cut, gives the music as it was.
    ///
    /// - Parameters:
    ///   - clip: The clip; missing tracks are added.
    ///   - tick: The position; below 0 counts as 0.
    public mutating func insert(_ clip: SequenceClip, at tick: Int64) {
        addTracks(for: clip)
        let tick = max(tick, 0)
        tempoTrack.insert(clip.tempo, at: tick)
        for index in tracks.indices {
            let part = index < clip.tracks.count ? clip.tracks[index] : Clip(length: clip.length)
            tracks[index].writeOffset(before: tick)
            tracks[index].insert(part, at: tracks[index].tick(tick))
        }
    }

    /// Adds the events of a clip to the events in all tracks.
    ///
    /// - Parameters:
    ///   - clip: The clip; missing tracks are added.
    ///   - tick: The position; below 0 counts as 0.
    public mutating func merge(_ clip: SequenceClip, at tick: Int64) {
        addTracks(for: clip)
        let tick = max(tick, 0)
        tempoTrack.merge(clip.tempo, at: tick)
        for (index, part) in clip.tracks.enumerated() where !part.events.isEmpty {
            tracks[index].writeOffset(before: tick)
            tracks[index].merge(part, at: tracks[index].tick(tick))
        }
    }

    private mutating func addTracks(for clip: SequenceClip) {
        while tracks.count < clip.tracks.count { tracks.append(MusicTrack()) }
    }

    /// Plays a range of all tracks backwards, see `MusicTrack.reverse(_:)`; tempos, meters, keys
    /// and markers go with the music that they belong to.
    ///
    /// - Parameter range: Ticks, at most up to the sequence's end; `nil` means all of it.
    public mutating func reverse(_ range: Range<Int64>? = nil) {
        let end = endTick
        let range = (range ?? 0..<end).clamped(to: 0..<Int64.max)
        tempoTrack.reverse(range, limit: end)
        for index in tracks.indices {
            tracks[index].writeOffset(before: range.lowerBound)
            let track = tracks[index]
            tracks[index].reverse(track.ticks(range), limit: track.tick(end))
        }
    }

    /// Multiplies the length of a range in all tracks; later events are moved.
    ///
    /// The tempos stay: the duration of the range is multiplied too.
    ///
    /// - Parameters:
    ///   - range: Ticks; the part below 0 does not count.
    ///   - scale: The factor.
    public mutating func scaleTime(_ range: Range<Int64>, by scale: TimeScale) {
        let range = range.clamped(to: 0..<Int64.max)
        tempoTrack.scaleTime(range, by: scale)
        for index in tracks.indices {
            tracks[index].writeOffset(before: range.lowerBound)
            tracks[index].scaleTime(tracks[index].ticks(range), by: scale)
        }
    }

    /// Puts the notes of a range in all tracks onto a grid, or nearer to it, see
    /// `MusicTrack.quantise(_:to:wholeNote:)`.
    ///
    /// With SMPTE time code there is no grid, and the call has no effect.
    ///
    /// - Parameters:
    ///   - range: Ticks.
    ///   - quantisation: The grid, and how.
    public mutating func quantise(_ range: Range<Int64>, to quantisation: Quantisation) {
        guard let wholeNote = ticksPerWholeNote else { return }
        for index in tracks.indices {
            tracks[index].quantise(
                tracks[index].ticks(range),
                to: quantisation,
                wholeNote: wholeNote
            )
        }
    }

    /// Moves the keys of a range's notes in all tracks, see
    /// `MusicTrack.transpose(_:by:includingDrums:)`.
    ///
    /// - Parameters:
    ///   - range: Ticks.
    ///   - semitones: The interval, −127 … 127; above 0 is up.
    ///   - includingDrums: Whether channel 10 is moved, too, whose keys are instruments.
    public mutating func transpose(
        _ range: Range<Int64>,
        by semitones: Int,
        includingDrums: Bool = false
    ) {
        for index in tracks.indices {
            tracks[index].transpose(
                tracks[index].ticks(range),
                by: semitones,
                includingDrums: includingDrums
            )
        }
    }

    /// Ticks in a whole note; `nil` with SMPTE time code, where notes have no length in ticks.
    public var ticksPerWholeNote: Int64? {
        guard case .ticksPerQuarter(let ticks) = division else { return nil }
        return 4 * Int64(max(ticks, 1))
    }

    /// The name of a track: its own, or for one that shares a track of the file with the tempo
    /// track the sequence's, as usual in files.
    ///
    /// - Parameter index: The track's index.
    /// - Returns: The name.
    public func name(ofTrack index: Int) -> SequenceText? {
        tracks[index].name ?? (index == 0 && firstTrackIndex == 0 ? info.name : nil)
    }
}

extension MusicTrack {
    /// A tick of the sequence in ticks of the track.
    fileprivate func tick(_ tick: Int64) -> Int64 { tick.subtractingClamped(startOffset) }

    /// A range of the sequence in ticks of the track.
    fileprivate func ticks(_ range: Range<Int64>) -> Range<Int64> {
        tick(range.lowerBound)..<tick(range.upperBound)
    }

    /// Makes ticks of the track of its start offset, if that is behind a tick of the sequence.
    fileprivate mutating func writeOffset(before tick: Int64) {
        guard startOffset > tick, startOffset > 0 else { return }
        let offset = startOffset
        startOffset = 0
        // A loop keeps its length, and with it where it starts.
        if loop != nil, length == nil { endOfTrack = max(endOfTrack, playedLength) }
        events.shift(from: 0, by: offset)
        length = length?.addingClamped(offset)
        endOfTrack = endOfTrack.addingClamped(offset)
    }
}
