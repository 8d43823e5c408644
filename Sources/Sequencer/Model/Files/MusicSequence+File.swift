public import SMF

extension MusicSequence {
    /// Makes a sequence of a file of format 0 or 1, or of format 2 with one pattern.
    ///
    /// - Tempos, meters, keys and markers of all tracks go into the tempo track. In format 1 a
    ///   first track without channel and System Exclusive messages *is* the tempo track, with all
    ///   that it holds.
    /// - A note-on and the note-off that ends it become a ``Note``: the first note-on of a channel
    ///   and key gets the first note-off. Those without partner stay messages, and so do those that
    ///   are not ended when all notes of a channel are switched off (CC120, CC123 … CC127).
    /// - A System Exclusive message in several packets becomes one, at the time of the last.
    /// - The first track's name, copyright, texts and number at tick 0 go into ``info``; other
    ///   tracks have names of their own. Names under a channel prefix (FF 20) stay events.
    /// - The port (FF 21) that a track names before its first message is its destination.
    ///
    /// The file's diagnostics, foreign chunks and wrapper are not retained. A sequence that is
    /// saved again has the same music in the same order, see ``midiFile(format:rendering:)``.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - options: The conversion of its tracks.
    ///   - decoder: The decoder of its texts.
    /// - Throws: ``SequenceError`` for several patterns, see ``sequences(from:options:decoding:)``,
    ///   and for what cannot be arranged as the options say.
    public init(
        _ file: MIDIFile,
        options: LoadingOptions = [],
        decoding decoder: TextDecoder = .utf8OrWindows1252
    ) throws(SequenceError) {
        guard file.format != .independent || file.tracks.count == 1 else {
            throw SequenceError(
                code: .severalSequences,
                detail: "format 2 with \(file.tracks.count) patterns, expected one sequence"
            )
        }
        var tracks = file.tracks
        let isSplit = options.contains(.channelsToTracks)
        if isSplit {
            // One pattern is as good as a file of format 0.
            var whole = file
            if whole.format == .independent { whole.format = .single }
            do throws(SMFWriteError) {
                tracks = try whole.splitByChannel().tracks
            } catch {
                throw SequenceError(error)
            }
        }
        self.init(
            tracks,
            division: file.division,
            isSimultaneous: file.format == .simultaneous || isSplit,
            splitsPorts: options.contains(.portsToGroups),
            decoding: decoder
        )
    }

    /// The sequences of a file: one for formats 0 and 1, one for each pattern of format 2.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - options: The conversion of its tracks.
    ///   - decoder: The decoder of its texts.
    /// - Returns: The sequences.
    /// - Throws: ``SequenceError`` for tracks that do not fit the options.
    public static func sequences(
        from file: MIDIFile,
        options: LoadingOptions = [],
        decoding decoder: TextDecoder = .utf8OrWindows1252
    ) throws(SequenceError) -> [MusicSequence] {
        guard file.format == .independent else {
            return [try MusicSequence(file, options: options, decoding: decoder)]
        }
        var sequences: [MusicSequence] = []
        for track in file.tracks {
            let pattern = MIDIFile(format: .single, division: file.division, tracks: [track])
            sequences.append(try MusicSequence(pattern, options: options, decoding: decoder))
        }
        return sequences
    }

    private init(
        _ tracks: [Track],
        division: Division,
        isSimultaneous: Bool,
        splitsPorts: Bool,
        decoding decoder: TextDecoder
    ) {
        var shared = SharedMaterial(decoding: decoder)
        self.init(division: division)
        for (number, track) in tracks.enumerated() {
            let isConductor = isSimultaneous && number == 0 && !track.hasMusic
            if number == 0 { tempoTrack.isOwnTrack = isConductor }
            guard !isConductor else {
                _ = TrackReading(track, role: .conductor, into: &shared)
                tempoTrack.endOfTrack = track.endTick
                continue
            }
            let parts = splitsPorts ? track.splitAtPorts() : [track]
            let start = self.tracks.count
            for (index, part) in parts.enumerated() {
                let role: TrackReading.Role = number + index == 0 ? .first : .other
                self.tracks.append(TrackReading(part, role: role, into: &shared).track)
                if index > 0 { self.tracks[start + index].name = self.tracks[start].name }
            }
        }
        tempoTrack.events = EventList(shared.events)
        tempoTrack.smpteOffset = shared.smpteOffset
        info = shared.info
    }
}

extension Track {
    /// Whether there is a channel or System Exclusive message, an escape, or what a program has put
    /// there: a tempo track has none of these.
    fileprivate var hasMusic: Bool {
        contains { event in
            if case .meta(let meta) = event.event { meta.userBytes != nil } else { true }
        }
    }
}
