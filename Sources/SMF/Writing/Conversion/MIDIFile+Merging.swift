extension MIDIFile {
    /// The same music in one track: format 0.
    ///
    /// - Events come by time; at one tick as `order` says, and inside a track never in another
    ///   order than before.
    /// - The track ends where the longest of the tracks does.
    /// - Ports: if any track names its port (FF 21), the new one names the port of each channel and
    ///   SysEx event at each change. The same with channel prefixes (FF 20), which hold for meta
    ///   and SysEx events; as only a channel message ends a prefix, an event without one may come
    ///   under another's.
    /// - Devices: if two (FF 09) play on one channel, or a track plays on several, the new one names
    ///   the device of each channel and SysEx event at each change. Otherwise the names come first.
    /// - A SysEx message in several packets is joined at the time of its last, where it takes
    ///   effect; one without its end (F7) gets it.
    /// - Track names and other texts stay as they are; the first name (FF 03) is the sequence's.
    /// - A file with one track keeps it as it is.
    ///
    /// - Parameter order: The order of tracks at one tick.
    /// - Returns: The new file, without diagnostics; foreign chunks between tracks come after the
    ///   track.
    /// - Throws: ``SMFWriteError`` for format 2, whose tracks have no time in common, and where
    ///   leaving out a port or prefix makes a delta time above 0x0FFFFFFF.
    public func merged(_ order: MergeOrder = .byTrack) throws(SMFWriteError) -> MIDIFile {
        try checkTimeline()
        if tracks.count == 1 { return replacing(tracks, format: .single) }
        var assembly = TrackAssembly(
            number: 0,
            hasPorts: tracks.contains { $0.namesPort },
            devices: DeviceNames(tracks)
        )
        for number in tracks.indices { try assembly.appendDevices(ofTrack: number) }
        var merge = TrackMerge(tracks, order: order)
        while let event = merge.next() { try assembly.append(event) }
        try assembly.end(at: endTick)
        return replacing([assembly.track], format: .single)
    }

    /// Refuses format 2.
    func checkTimeline() throws(SMFWriteError) {
        guard format == .independent else { return }
        throw SMFWriteError(
            code: .formatIndependent,
            detail: "format 2: each track is an independent pattern with its own time; "
                + "expected format 0 or 1"
        )
    }

    /// This file with other tracks, and with its content beside the tracks.
    func replacing(_ tracks: [Track], format: Format) -> MIDIFile {
        var file = self
        file.format = format
        file.tracks = tracks
        file.diagnostics = []
        for index in foreignChunks.indices where foreignChunks[index].trackIndex > 0 {
            file.foreignChunks[index].trackIndex = tracks.count
        }
        return file
    }

    /// The latest end of all tracks.
    var endTick: Int64 { tracks.map(\.endTick).max() ?? 0 }
}

extension Track {
    /// Whether a port is named in it (FF 21).
    var namesPort: Bool {
        payloads.indices.contains { payloadIndex in
            records[Int(payloads[payloadIndex].event)].content == 0x21FF
                && payload(payloadIndex).count == 1
        }
    }
}
