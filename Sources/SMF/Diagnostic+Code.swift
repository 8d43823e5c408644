extension Diagnostic {
    /// A kind of finding.
    ///
    /// The raw values are stable: scripts may rely on them. docs/check.md explains each.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The word in messages and JSON: `chunk-unknown`.
        public let rawValue: String

        /// Makes a code.
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

// Findings in the bytes of a file.
extension Diagnostic.Code {
    /// There are bytes before the header.
    public static let headerNotAtStart = Self(rawValue: "header-not-at-start")
    /// The header is longer than 6 bytes.
    public static let headerLong = Self(rawValue: "header-long")
    /// The header's length is wrong.
    public static let headerLengthWrong = Self(rawValue: "header-length-wrong")
    /// The format is not 0, 1 or 2.
    public static let formatUnknown = Self(rawValue: "format-unknown")
    /// A file of format 0 has more than one track.
    public static let formatZeroTracks = Self(rawValue: "format-0-tracks")
    /// The division names a SMPTE frame rate that does not exist.
    public static let frameRateUnknown = Self(rawValue: "frame-rate-unknown")
    /// The header and the chunks disagree about the number of tracks.
    public static let trackCountWrong = Self(rawValue: "track-count-wrong")
    /// There are further tracks behind those that the header announces, none of which is damaged.
    public static let tracksExtra = Self(rawValue: "tracks-extra")
    /// There is no track.
    public static let tracksMissing = Self(rawValue: "tracks-missing")
    /// There are more tracks than a header can count.
    public static let tracksTooMany = Self(rawValue: "tracks-too-many")
    /// A size in the RIFF wrapper does not fit the file.
    public static let riffSizeWrong = Self(rawValue: "riff-size-wrong")
    /// A chunk is neither header nor track.
    public static let chunkUnknown = Self(rawValue: "chunk-unknown")
    /// There is a second header among the tracks.
    public static let headerRepeated = Self(rawValue: "header-repeated")
    /// A chunk does not end at its length.
    public static let chunkLengthWrong = Self(rawValue: "chunk-length-wrong")
    /// There are bytes between chunks that belong to no chunk.
    public static let chunkGarbage = Self(rawValue: "chunk-garbage")
    /// There are bytes at the end that belong to no chunk.
    public static let trailingBytes = Self(rawValue: "trailing-bytes")
    /// A track stops in the middle.
    public static let trackTruncated = Self(rawValue: "track-truncated")
    /// A track does not end with end-of-track.
    public static let endOfTrackMissing = Self(rawValue: "end-of-track-missing")
    /// An end-of-track event has a length other than 0.
    public static let endOfTrackLength = Self(rawValue: "end-of-track-length")
    /// There are bytes between end-of-track and the chunk's end.
    public static let bytesAfterEndOfTrack = Self(rawValue: "bytes-after-end-of-track")
    /// A data byte has no status before it.
    public static let statusMissing = Self(rawValue: "status-missing")
    /// Running status was used after a meta or SysEx event.
    public static let runningStatusKept = Self(rawValue: "running-status-kept")
    /// A data byte is above 127.
    public static let dataByteRange = Self(rawValue: "data-byte-range")
    /// A status that is not allowed in files: F1 … F6, F8 … FE.
    public static let statusIllegal = Self(rawValue: "status-illegal")
    /// A variable-length quantity has more than four bytes.
    public static let quantityLong = Self(rawValue: "quantity-long")
    /// A delta time is above 0x0FFFFFFF.
    public static let deltaRange = Self(rawValue: "delta-range")
    /// A meta or SysEx event is longer than the rest of its track.
    public static let payloadTruncated = Self(rawValue: "payload-truncated")
    /// A SysEx message has no end.
    public static let sysExUnterminated = Self(rawValue: "sysex-unterminated")
    /// A meta event's length is wrong for its type.
    public static let metaLength = Self(rawValue: "meta-length")
    /// A value in a meta event is out of range.
    public static let metaRange = Self(rawValue: "meta-range")
    /// A meta event's type is above 0x7F.
    public static let metaTypeRange = Self(rawValue: "meta-type-range")
    /// The specification does not define a meta event's type.
    public static let metaUnknown = Self(rawValue: "meta-unknown")
    /// There are more diagnostics than are stored.
    public static let diagnosticsOmitted = Self(rawValue: "diagnostics-omitted")

    /// All codes of findings in the bytes of a file.
    public static let fileCodes: [Self] = [
        .headerNotAtStart, .headerLong, .headerLengthWrong, .formatUnknown, .formatZeroTracks,
        .frameRateUnknown, .trackCountWrong, .tracksExtra, .tracksMissing, .tracksTooMany,
        .riffSizeWrong, .chunkUnknown, .headerRepeated, .chunkLengthWrong, .chunkGarbage,
        .trailingBytes, .trackTruncated, .endOfTrackMissing, .endOfTrackLength,
        .bytesAfterEndOfTrack,
        .statusMissing, .runningStatusKept, .dataByteRange, .statusIllegal, .quantityLong,
        .deltaRange, .payloadTruncated, .sysExUnterminated, .metaLength, .metaRange, .metaTypeRange,
        .metaUnknown, .diagnosticsOmitted,
    ]
}
