extension Diagnostic {
    /// What was noticed.
    ///
    /// The raw values are stable: scripts may rely on them.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// Bytes stand before the header.
        case headerNotAtStart = "header-not-at-start"
        /// The header is longer than 6 bytes.
        case headerLong = "header-long"
        /// The header's length is a lie.
        case headerLengthWrong = "header-length-wrong"
        /// The format is none of 0, 1 and 2.
        case formatUnknown = "format-unknown"
        /// A file of format 0 has more than one track.
        case formatZeroTracks = "format-0-tracks"
        /// The division names a SMPTE frame rate that does not exist.
        case frameRateUnknown = "frame-rate-unknown"
        /// The header and the chunks disagree about the number of tracks.
        case trackCountWrong = "track-count-wrong"
        /// There is no track at all.
        case tracksMissing = "tracks-missing"
        /// There are more tracks than a header can say.
        case tracksTooMany = "tracks-too-many"
        /// A size in the RIFF wrapper does not fit the file.
        case riffSizeWrong = "riff-size-wrong"
        /// A chunk is neither header nor track.
        case chunkUnknown = "chunk-unknown"
        /// A second header stands among the tracks.
        case headerRepeated = "header-repeated"
        /// A chunk ends elsewhere than its length says.
        case chunkLengthWrong = "chunk-length-wrong"
        /// Bytes that belong to no chunk stand between chunks.
        case chunkGarbage = "chunk-garbage"
        /// Bytes that belong to no chunk stand at the end.
        case trailingBytes = "trailing-bytes"
        /// A track stops in the middle.
        case trackTruncated = "track-truncated"
        /// A track does not end with end-of-track.
        case endOfTrackMissing = "end-of-track-missing"
        /// An end-of-track event has a length other than 0.
        case endOfTrackLength = "end-of-track-length"
        /// Bytes stand between end-of-track and the chunk's end.
        case bytesAfterEndOfTrack = "bytes-after-end-of-track"
        /// A data byte stands where no status was before it.
        case statusMissing = "status-missing"
        /// Running status was used after a meta or SysEx event.
        case runningStatusKept = "running-status-kept"
        /// A data byte is above 127.
        case dataByteRange = "data-byte-range"
        /// A status that files cannot have: F1 … F6, F8 … FE.
        case statusIllegal = "status-illegal"
        /// A variable-length quantity has more than four bytes.
        case quantityLong = "quantity-long"
        /// A delta time is above 0x0FFFFFFF.
        case deltaRange = "delta-range"
        /// A meta or SysEx event is longer than what is left of its track.
        case payloadTruncated = "payload-truncated"
        /// A SysEx message has no end.
        case sysExUnterminated = "sysex-unterminated"
        /// A meta event's length is wrong for its type.
        case metaLength = "meta-length"
        /// What a meta event says is out of range.
        case metaRange = "meta-range"
        /// A meta event's type is above 0x7F.
        case metaTypeRange = "meta-type-range"
        /// A meta event's type is one that the specification does not define.
        case metaUnknown = "meta-unknown"
        /// There were more diagnostics than are kept.
        case diagnosticsOmitted = "diagnostics-omitted"
    }
}
