/// Where a track chunk is, and how it was found to end.
struct TrackChunk {
    /// Where its four letters stand.
    let header: Int
    /// Where it ends by its length.
    let claimed: Int
    /// Where it ends at the latest: there, or where the file does.
    let limit: Int
    /// Whether the length leads to no chunk.
    let isSuspect: Bool

    /// Where its events are.
    var events: Range<Int> { (header + 8)..<limit }

    /// What is known of a track chunk when its events have been read.
    struct Result {
        /// Where to go on.
        var position: Int
        /// Whether the events stopped before an end-of-track.
        var isOpen: Bool
    }

    /// Reports what was wrong with the chunk, and repairs its end.
    ///
    /// - Parameters:
    ///   - reader: What has read the events; it gets the reports and the end-of-track.
    ///   - outcome: Why it stopped.
    ///   - end: The end of the MIDI file in the input.
    /// - Returns: Where to go on.
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
        if outcome != .endOfTrack { reader.appendEndOfTrack() }
        return Result(position: position, isOpen: outcome != .endOfTrack)
    }

    /// Deals with a length that leads to no chunk.
    ///
    /// What counts then is where the track's events end and whether another track follows before
    /// the claimed end. Returns where that starts.
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
