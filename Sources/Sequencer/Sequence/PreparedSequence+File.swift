public import SMF

extension PreparedSequence {
    /// The sequences of a file: one for formats 0 and 1, one per track for format 2.
    ///
    /// Each pattern of a format 2 file has its own tempo map. At most 65,535 tracks are taken.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - decoder: The decoder of its names and markers.
    ///   - resources: Resources beside the calling thread; the result is the same.
    /// - Returns: The sequences.
    public static func sequences(
        from file: MIDIFile,
        decoding decoder: TextDecoder = .utf8OrWindows1252,
        using resources: ReadingResources = .callingThread
    ) -> [PreparedSequence] {
        let tracks = file.tracks.prefix(Int(UInt16.max))
        guard file.format == .independent else {
            return [
                PreparedSequence(
                    Array(tracks),
                    division: file.division,
                    decoding: decoder,
                    using: resources
                )
            ]
        }
        return tracks.map {
            PreparedSequence([$0], division: file.division, decoding: decoder, using: resources)
        }
    }

    /// Puts tracks together that are played at once.
    init(
        _ tracks: [Track],
        division: Division,
        decoding decoder: TextDecoder,
        using resources: ReadingResources
    ) {
        var material = SequenceMaterial()
        let devices = DeviceScan(tracks, decoding: decoder)
        let scans = tracks.enumerated().map { number, track in
            TrackScan(track, number: number, decoding: decoder, devices: devices, into: &material)
        }
        let ports = material.ports.isEmpty ? [0] : material.ports
        let events = Self.merged(tracks, scans: scans, using: resources)
        let tempoMap = TempoMap(division: division, changes: material.tempos)
        let analysis = ScheduleAnalysis(
            events,
            material: material,
            samplers: ports.count,
            tracks: tracks.count,
            // A struck sound takes its time however short the note is: half a second.
            shortestNote: max(1, tempoMap.tick(atFrame: 24_000, rate: 48_000)),
            using: resources
        )
        let (programs, trackPrograms) = (analysis.programs, analysis.trackPrograms)
        self.division = division
        self.ports = ports
        portDevices = material.ports.isEmpty ? [nil] : material.devices
        self.tempoMap = tempoMap
        meterMap = MeterMap(division: division, changes: material.meters)
        endTick = tracks.map(\.endTick).max() ?? 0
        self.tracks = zip(tracks, scans).enumerated().map { number, pair in
            TrackInfo(
                name: pair.1.name,
                instrumentName: pair.1.instrumentName,
                devices: devices.names[number],
                playedDevices: devices.played[number],
                channels: analysis.channels(ofTrack: number),
                noteCount: analysis.noteCount(ofTrack: number),
                eventCount: pair.0.count,
                programs: trackPrograms[number].map { programs[$0] },
                firstTick: pair.1.firstTick,
                endTick: pair.0.endTick
            )
        }
        // `sorted` keeps the order of equal ticks: by track, then as in the file.
        markers = material.markers.sorted { $0.tick < $1.tick }
        var keys: [KeyChange] = []
        for key in material.keys.sorted(by: { $0.tick < $1.tick }) {
            if keys.last?.tick == key.tick { keys.removeLast() }
            keys.append(key)
        }
        keySignatures = keys
        name = scans.first?.name
        noteCount = analysis.noteCount
        self.programs = programs
        schedule = Schedule(
            events: events,
            messages: material.messages,
            bytes: material.bytes,
            unbalanced: analysis.unbalanced,
            drumChannels: analysis.drumChannels,
            selections: analysis.selections,
            soundingTicks: analysis.soundingTicks,
            shortestNote: analysis.shortestNote
        )
        diagnostics = material.allDiagnostics
        loopTexts = Self.loopTexts(tracks)
    }

    /// The tracks' events in playing order.
    private static func merged(
        _ tracks: [Track],
        scans: [TrackScan],
        using resources: ReadingResources
    ) -> FixedBuffer<ScheduledEvent> {
        ScheduleMerge.events(
            of: zip(tracks, scans).enumerated().map { number, pair in
                TrackCursor(
                    pair.0,
                    number: UInt16(truncatingIfNeeded: number),
                    steps: pair.1.steps
                )
            },
            count: scans.reduce(0) { $0 + $1.count },
            endTick: tracks.map(\.endTick).max() ?? 0,
            using: resources
        )
    }
}
