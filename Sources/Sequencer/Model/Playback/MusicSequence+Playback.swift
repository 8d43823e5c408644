public import SMF

extension MusicSequence {
    /// The sequence ready to be played, with all that a player has to know beside it.
    ///
    /// Each track is played as ``MusicTrack``'s properties say: from its start offset, transposed,
    /// with its velocities scaled, and looped. A track that loops for ever is played to the end of
    /// the longest of the others, or of the tempo track, and once at least. If all tracks loop for
    /// ever, they are played until all their loops meet, with a tempo track of any length, and
    /// ``Playback/repeats`` is the range to be repeated.
    ///
    /// Mutes and solos are beside it, so that they can change while it plays.
    ///
    /// - Parameters:
    ///   - resources: Resources beside the calling thread; the result is the same.
    ///   - decoder: The decoder of texts that are still events, such as lyrics: the one that the
    ///     sequence was read with.
    /// - Returns: The sequence to be played.
    /// - Throws: ``SequenceError`` for loops that make more than 20,000,000 events, for events that
    ///   are too far apart, and for more than 65,535 tracks.
    public func playback(
        using resources: ReadingResources = .callingThread,
        decoding decoder: TextDecoder = .utf8OrWindows1252
    ) throws(SequenceError) -> Playback {
        guard tracks.count + firstTrackIndex <= Int(UInt16.max) else {
            throw SequenceError(
                code: .tooManyTracks,
                detail: "\(tracks.count) tracks, expected at most "
                    + "\(Int(UInt16.max) - firstTrackIndex)"
            )
        }
        let plan = try PlaybackPlan(self)
        let (tracks, userEvents) = try playedTracks(plan) { $0.bytes(decodedBy: decoder) }
        return Playback(
            sequence: PreparedSequence(
                tracks,
                division: division,
                decoding: decoder,
                using: resources
            ),
            muted: selection { $0.isMuted },
            soloed: selection { $0.isSoloed },
            repeats: plan.repeats,
            userEvents: userEvents.sorted { $0.tick < $1.tick }
        )
    }

    /// The sequence ready to be played, see ``playback(using:decoding:)``.
    ///
    /// - Parameters:
    ///   - resources: Resources beside the calling thread; the result is the same.
    ///   - decoder: The decoder of texts that are still events.
    /// - Returns: The sequence to be played.
    /// - Throws: ``SequenceError``, as ``playback(using:decoding:)``.
    public func prepared(
        using resources: ReadingResources = .callingThread,
        decoding decoder: TextDecoder = .utf8OrWindows1252
    ) throws(SequenceError) -> PreparedSequence {
        try playback(using: resources, decoding: decoder).sequence
    }

    /// The tracks, by their indices in a ``PreparedSequence``, of which something holds.
    private func selection(where isSelected: (MusicTrack) -> Bool) -> Selection {
        let selected = tracks.indices.filter { isSelected(tracks[$0]) }
        return Selection(tracks: Set(selected.map { $0 + firstTrackIndex }), channels: [])
    }

    /// The tracks as they are played, as a file has them.
    func playedTracks(
        _ plan: PlaybackPlan,
        texts: (SequenceText) -> [UInt8]
    ) throws(SequenceError) -> (tracks: [Track], userEvents: [UserEvent]) {
        var result: [Track] = []
        var userEvents: [UserEvent] = []
        if firstTrackIndex == 1 {
            result.append(try ownTempoTrack(texts: texts, endTick: tempoTrack.endTick))
        }
        for (number, part) in plan.parts.enumerated() {
            var output = try fileTrack(number, texts: texts)
            var expansion = TrackExpansion(sound: PlayedSound(tracks[number]))
            try expansion.append(tracks[number].events, part, to: &output)
            try output.end(at: part.stop ?? max(part.end, 0))
            result.append(output.track)
            userEvents += expansion.userEvents.map {
                UserEvent(tick: $0.tick, track: number, bytes: $0.bytes)
            }
        }
        return (result, userEvents)
    }
}

extension TrackExpansion {
    /// Adds all passes of a track.
    fileprivate mutating func append(
        _ events: EventList<MusicEvent>,
        _ part: PlaybackPlan.Part,
        to output: inout FileTrack
    ) throws(SequenceError) {
        guard part.cut != nil || part.stop != nil else {
            try append(events[...], shiftedBy: part.offset, to: &output)
            return
        }
        for pass in 0..<part.passes {
            let shift = part.shift(ofPass: pass)
            let start = pass == 0 ? 0 : part.length - part.loop
            let end = min(part.length, part.stop.map { $0.addingClamped(-shift) } ?? .max)
            guard start < end else { continue }
            let isWhole = end == part.length && part.includesEnd
            let range = start..<(isWhole ? end.addingClamped(1) : end)
            try append(events[ticks: range], shiftedBy: shift, cutAt: end, to: &output)
        }
        // A track that ends by itself does so with its pedals as they are.
        if !part.includesEnd || part.stop != nil {
            try releasePedals(at: part.stop ?? max(part.end, 0), to: &output)
        }
    }
}
