extension FileReader {
    /// The most tracks that a header can announce.
    static var trackLimit: Int { MIDIFile.trackLimit }

    /// Goes to the next track chunk and skips everything before it; returns `nil` at the end.
    mutating func nextTrackChunk() -> TrackChunk? {
        while position < end {
            guard let id = input.id(at: position), position + 8 <= end,
                let length = input.bigEndian(at: position + 4)
            else {
                skipRest()
                return nil
            }
            switch id {
            case .track where isComplete:
                chunkLog.report(
                    .tracksExtra,
                    .warning,
                    offset: position,
                    "another track after all \(trackCount) that the header announces "
                        + "(skipped to the end of the file)"
                )
                position = end
                return nil
            case .track:
                guard trackCount < Self.trackLimit else {
                    chunkLog.report(
                        .tracksTooMany,
                        .error,
                        offset: position,
                        "more than \(Self.trackLimit) tracks (rest skipped)"
                    )
                    position = end
                    return nil
                }
                let claimed = position + 8 + Int(length)
                return TrackChunk(
                    header: position,
                    claimed: claimed,
                    limit: min(claimed, end),
                    isSuspect: !isBoundary(claimed)
                )
            case .header where trackCount >= max(header.trackCount, 1):
                chunkLog.report(
                    .headerRepeated,
                    .warning,
                    offset: position,
                    "another MIDI file starts here (skipped)"
                )
                position = end
                return nil
            case _ where id.isPrintable:
                skipChunk(id, length: Int(length))
            default:
                skipGarbage()
            }
        }
        return nil
    }

    /// Whether the tracks that the header announces were read, and none of them is damaged.
    ///
    /// Further ones are stale then: what an older, longer version of the file left behind.
    private var isComplete: Bool {
        areTracksIntact && header.trackCount > 0 && trackCount >= header.trackCount
    }

    /// Reports that fewer bytes are left than a chunk's header has.
    private mutating func skipRest() {
        guard input.id(at: position) == .track, !isComplete else { return skipGarbage() }
        chunkLog.report(
            .trackTruncated,
            .error,
            track: trackCount,
            offset: position,
            "track header truncated: the file ends here (skipped)"
        )
        position = end
    }

    /// Continues behind a track that has been read.
    mutating func take(_ result: TrackChunk.Result, _ log: DiagnosticLog) {
        position = result.position
        isLastTrackOpen = result.isOpen
        areTracksIntact = areTracksIntact && result.isIntact
        chunkLog.merge(log)
        trackCount += 1
    }

    /// Whether a chunk may end here: the next one starts, or the file ends.
    func isBoundary(_ offset: Int) -> Bool {
        guard offset != end else { return true }
        guard offset < end, let id = input.id(at: offset) else { return false }
        guard id != .track else { return true }
        guard id.isPrintable, let length = input.bigEndian(at: offset + 4) else { return false }
        return offset + 8 + Int(length) <= end
    }

    private mutating func skipChunk(_ id: ChunkID, length: Int) {
        let claimed = position + 8 + length
        // A length that leads nowhere was none.
        guard isBoundary(claimed) else { return skipGarbage() }
        chunkLog.report(
            id == .header ? .headerRepeated : .chunkUnknown,
            id == .header ? .warning : .note,
            offset: position,
            "chunk \(id) of \(length) bytes is not a track (skipped)"
        )
        // A second header is not a foreign chunk: it would end the file if it were written again.
        if keeping == .everything, id != .header {
            unsafe foreignChunks.append(
                ForeignChunk(
                    id: id.code,
                    bytes: Array(input.bytes[(position + 8)..<claimed]),
                    trackIndex: trackCount
                )
            )
        }
        position = claimed
    }

    /// Continues at the next track after bytes that belong to no chunk.
    private mutating func skipGarbage() {
        let start = position
        let stop = input.firstOffset(of: .track, in: start..<end) ?? end
        let isMusic = isLastTrackOpen && !isEndOfTrack(start..<stop)
        chunkLog.report(
            stop == end ? .trailingBytes : .chunkGarbage,
            isMusic ? .error : .warning,
            offset: start,
            "\(stop - start) bytes outside any chunk (skipped)"
        )
        position = stop
        isLastTrackOpen = false
    }

    /// Whether these bytes are just an end-of-track event with its delta, or the end of one: what
    /// stays behind when a chunk's length is a few bytes too small.
    private func isEndOfTrack(_ range: Range<Int>) -> Bool {
        let tail = unsafe input.bytes[range].suffix(3)
        return unsafe range.count <= 7 && tail.elementsEqual([0xFF, 0x2F, 0x00].suffix(tail.count))
    }
}
