public import SMF

extension MusicSequence {
    /// The content of a file that is made of a sequence.
    public enum Rendering: Hashable, Sendable {
        /// The events as written: loops, offsets, transpositions and the like are left out, since a
        /// file cannot hold them.
        case asWritten
        /// The events as played, except for mutes and solos: loops as often as they are played.
        case asPlayed
    }

    /// The sequence as a file.
    ///
    /// The tempo track is the first, or its events are in the first one, see
    /// ``TempoTrack/isOwnTrack``. Parameters, presets and ramps are saved as messages and tempos. A
    /// text that was read from a file is written with its bytes, a new one in UTF-8.
    ///
    /// For a sequence made of a file, the new file has the same music: the same messages at the
    /// same ticks in the same order, in the same tracks.
    ///
    /// - Parameters:
    ///   - format: `.simultaneous`, or one track with all (`.single`); `.independent` is
    ///     `.simultaneous`.
    ///   - rendering: The content of the file.
    /// - Returns: The file.
    /// - Throws: ``SequenceError`` for events that are too far apart and loops that are too long.
    public func midiFile(
        format: MIDIFile.Format = .simultaneous,
        rendering: Rendering = .asWritten
    ) throws(SequenceError) -> MIDIFile {
        let tracks =
            switch rendering {
            case .asWritten: try writtenTracks()
            case .asPlayed: try playedTracks(PlaybackPlan(self), texts: \.bytes).tracks
            }
        let file = MIDIFile(format: .simultaneous, division: division, tracks: tracks)
        guard format == .single else { return file }
        do throws(SMFWriteError) {
            return try file.merged(.asPlayed)
        } catch {
            throw SequenceError(error)
        }
    }

    private func writtenTracks() throws(SequenceError) -> [Track] {
        var result: [Track] = []
        if firstTrackIndex == 1 {
            result.append(try ownTempoTrack(texts: \.bytes, endTick: tempoTrack.endTick))
        }
        for (number, track) in tracks.enumerated() {
            var output = try fileTrack(number, texts: \.bytes)
            var expansion = TrackExpansion()
            try expansion.append(track.events[...], to: &output)
            try output.end(at: track.endTick)
            result.append(output.track)
        }
        return result
    }

    /// The tempo track as a track of its own.
    ///
    /// - Parameters:
    ///   - texts: The encoding of texts.
    ///   - endTick: The end, if the last event is not later.
    /// - Returns: The track.
    /// - Throws: ``SequenceError`` for events that are too far apart.
    func ownTempoTrack(
        texts: (SequenceText) -> [UInt8],
        endTick: Int64
    ) throws(SequenceError) -> Track {
        var output = FileTrack(number: nil, with: tempoEvents(texts: texts))
        try appendInfo(to: &output, texts: texts)
        try output.end(at: endTick)
        return output.track
    }

    /// A track of the file with the events at its start.
    func fileTrack(
        _ number: Int,
        texts: (SequenceText) -> [UInt8]
    ) throws(SequenceError) -> FileTrack {
        let hasTempo = number == 0 && firstTrackIndex == 0
        var output = FileTrack(number: number, with: hasTempo ? tempoEvents(texts: texts) : [])
        if hasTempo { try appendInfo(to: &output, texts: texts) }
        let track = tracks[number]
        if let name = track.name {
            try output.appendAtStart(.text(.trackName, texts(name)))
        }
        if let name = track.instrumentName {
            try output.appendAtStart(.text(.instrumentName, texts(name)))
        }
        if let port = track.destination {
            try output.appendAtStart(MetaEvent(type: 0x21, bytes: [port]))
        }
        return output
    }

    private func appendInfo(
        to output: inout FileTrack,
        texts: (SequenceText) -> [UInt8]
    ) throws(SequenceError) {
        if let number = info.number { try output.appendAtStart(.sequenceNumber(number)) }
        if let name = info.name {
            try output.appendAtStart(.text(.trackName, texts(name)))
        }
        if let copyright = info.copyright {
            try output.appendAtStart(.text(.copyright, texts(copyright)))
        }
        for comment in info.comments {
            try output.appendAtStart(.text(.text, texts(comment)))
        }
        if let offset = tempoTrack.smpteOffset {
            try output.appendAtStart(.smpteOffset(offset))
        }
    }

    /// The tempo track's events as a file has them, by tick.
    private func tempoEvents(
        texts: (SequenceText) -> [UInt8]
    ) -> [(tick: Int64, event: MetaEvent)] {
        var steps = tempoTrack.tempoSteps(division: division)[...]
        var result: [(tick: Int64, event: MetaEvent)] = []
        // Readers would report content that the specification does not allow.
        func append(_ event: MetaEvent, at tick: Int64) {
            if event.value != nil { result.append((tick, event)) }
        }
        for entry in tempoTrack.events {
            switch entry.event {
            case .tempo, .ramp:
                guard entry.event.isTempo else { continue }
                for step in steps.popFirst() ?? [] {
                    result.append((step.tick, .tempo(step.microsecondsPerQuarter)))
                }
            case .timeSignature(let signature):
                append(.timeSignature(signature), at: entry.tick)
            case .keySignature(let signature):
                append(.keySignature(signature), at: entry.tick)
            case .marker(let text): result.append((entry.tick, .text(.marker, texts(text))))
            case .meta(let meta):
                if !meta.isEndOfTrack, !meta.belongsToTempoTrack {
                    result.append((entry.tick, meta))
                }
            }
        }
        // `sorted` keeps the order of equal ticks.
        return result.sorted { $0.tick < $1.tick }
    }
}
