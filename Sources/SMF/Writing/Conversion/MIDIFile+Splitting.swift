extension MIDIFile {
    /// The same music with one track for each channel: format 1.
    ///
    /// As Core Audio's `kMusicSequenceLoadSMF_ChannelsToTracks`:
    /// - First comes a track without channel messages, which has tempos, meters, keys, markers,
    ///   lyrics, SysEx and all else that belongs to no channel. Then one for each port and channel
    ///   that has messages, in ascending order.
    /// - Each track starts with its port (FF 21) where any track named one, and ends where the
    ///   longest of the tracks did.
    /// - Where two devices (FF 09) play on one channel, or a track plays on several, each new one
    ///   names those of its events at each change; otherwise their names come first.
    /// - Names of tracks, instruments, programs and devices (FF 03, 04, 08, 09) go with the channel
    ///   if their track had messages of one channel only, or if a channel prefix (FF 20) names it. A
    ///   track is called as before if one track, and no other channel, went into it, and otherwise
    ///   "Channel 3" or "Port 2, channel 3", before what other names it gets. The sequence's name
    ///   stays in the first track.
    /// - Events at one tick keep the order of their tracks. A SysEx message now comes before all
    ///   channel messages of its tick; in several packets it is joined at its last, and without its
    ///   end (F7) it gets it.
    ///
    /// - Returns: The new file, without diagnostics; foreign chunks between tracks come after the
    ///   last.
    /// - Throws: ``SMFWriteError`` for format 2, whose tracks have no time in common, and where a
    ///   track's events are more than 0x0FFFFFFF ticks apart.
    public func splitByChannel() throws(SMFWriteError) -> MIDIFile { try split(.channel) }

    /// The same music with one track for each MIDI port: format 1.
    ///
    /// - Ports (FF 21) come in ascending order; events before any FF 21 belong to the first port.
    /// - Tempos, meters, keys, markers, lyrics and all else that belongs to no port go into the
    ///   first track; SysEx goes with its port.
    /// - Names are as with ``splitByChannel()``: a track is called as before if one track, and no
    ///   other port, went into it, and otherwise "Port 2"; the first track has the sequence's name.
    /// - Order, ends and SysEx messages in packets are as with ``splitByChannel()``.
    ///
    /// - Returns: The new file, without diagnostics; foreign chunks between tracks come after the
    ///   last.
    /// - Throws: ``SMFWriteError`` for format 2, whose tracks have no time in common, and where a
    ///   track's events are more than 0x0FFFFFFF ticks apart.
    public func splitByPort() throws(SMFWriteError) -> MIDIFile { try split(.port) }

    private func split(_ key: SplitPlan.Key) throws(SMFWriteError) -> MIDIFile {
        try checkTimeline()
        var split = try TrackSplit(tracks, key: key)
        var merge = TrackMerge(tracks)
        while let event = merge.next() { try split.append(event) }
        return replacing(try split.tracks(endTick: endTick), format: .simultaneous)
    }
}
