/// The position of a track chunk, and its end as found.
struct TrackChunk {
    /// The offset of its four letters.
    let header: Int
    /// Its end by its length.
    let claimed: Int
    /// Its last possible end: by its length, or the end of the file.
    let limit: Int
    /// Whether the length leads to no chunk.
    let isSuspect: Bool

    /// The range of its events.
    var events: Range<Int> { (header + 8)..<limit }

    /// The result for a track chunk whose events have been read.
    struct Result {
        /// The offset at which reading continues.
        var position: Int
        /// Whether the events stopped before an end-of-track.
        var isOpen: Bool
        /// Whether the track ended with an end-of-track at its chunk's end.
        var isIntact: Bool
    }

    /// Reports faults of the chunk and repairs its end.
    ///
    /// - Parameters:
    ///   - reader: The reader of the events; it gets the reports and the end-of-track.
    ///   - outcome: The reason why it stopped.
    ///   - end: The end of the MIDI file in the input.
    /// - Returns: The offset at which reading continues.
    func finish<Output>(
        _ reader: inout TrackReader<Output>,
        outcome: TrackOutcome,
        end: Int
    ) -> Result {
        var position = limit
        var isLengthFine = true
        if isSuspect {
            let another = checkLength(&reader, end: end)
            if let another { position = another }
            isLengthFine = another == nil && claimed <= end
        }
        let rest = limit - reader.position
        if isLengthFine, outcome == .endOfTrack, rest > 0 {
            reader.report(
                .bytesAfterEndOfTrack,
                .warning,
                at: reader.position,
                "\(rest) bytes after end of track (skipped)"
            )
        }
        if outcome == .exhausted || outcome == .anotherTrack {
            let isCut = claimed > end && outcome == .exhausted
            reader.report(
                isCut ? .trackTruncated : .endOfTrackMissing,
                isCut ? .error : .warning,
                at: reader.position,
                isCut ? "track truncated: the file ends here" : "end of track missing (repaired)"
            )
        }
        let isIntact =
            outcome == .endOfTrack && reader.position == claimed && !reader.isEndOfTrackCut
        if outcome != .endOfTrack { reader.appendEndOfTrack() }
        return Result(
            position: position,
            isOpen: outcome != .endOfTrack,
            isIntact: isIntact
        )
    }

    /// Deals with a length that leads to no chunk.
    ///
    /// In that case the end of the track's events counts, and whether another track follows before
    /// the claimed end. Returns the start of that track.
    private func checkLength<Output>(_ reader: inout TrackReader<Output>, end: Int) -> Int? {
        let another = reader.input.firstOffset(
            of: .track,
            in: reader.position..<min(limit + 3, end)
        )
        guard another != nil || claimed > end else { return nil }
        let truth =
            another.map { "another track starts at byte \(hexadecimal($0))" }
            ?? "the file ends after \(end - header - 8) bytes"
        reader.report(
            .chunkLengthWrong,
            .warning,
            at: header + 4,
            "chunk length is \(claimed - header - 8), but \(truth)"
        )
        return another
    }
}
