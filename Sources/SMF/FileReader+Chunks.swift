extension FileReader {
    /// The most tracks that a header can announce.
    private static var trackLimit: Int { 65_535 }

    /// Reads all chunks; `promised` is the number of tracks that the header says.
    mutating func readChunks(promised: Int) {
        while position < end {
            guard let id = input.id(at: position), position + 8 <= end else {
                return skipGarbage()
            }
            switch id {
            case .track:
                guard tracks.count < Self.trackLimit else {
                    chunkLog.report(
                        .tracksTooMany,
                        .error,
                        offset: position,
                        "more than \(Self.trackLimit) tracks (the rest is skipped)"
                    )
                    return
                }
                readTrack()
            case .header where tracks.count >= max(promised, 1):
                chunkLog.report(
                    .headerRepeated,
                    .warning,
                    offset: position,
                    "another MIDI file starts here (skipped)"
                )
                return
            case _ where id.isPrintable:
                skipChunk(id)
            default:
                skipGarbage()
            }
        }
    }

    /// Whether a chunk may end here: the next one starts, or the file ends.
    private func isBoundary(_ offset: Int) -> Bool {
        guard offset != end else { return true }
        guard offset < end, let id = input.id(at: offset) else { return false }
        guard id != .track else { return true }
        guard id.isPrintable, let length = input.bigEndian(at: offset + 4) else { return false }
        return offset + 8 + Int(length) <= end
    }

    private mutating func skipChunk(_ id: ChunkID) {
        guard let length = input.bigEndian(at: position + 4) else { return skipGarbage() }
        let claimed = position + 8 + Int(length)
        // A length that leads nowhere was none.
        guard isBoundary(claimed) else { return skipGarbage() }
        chunkLog.report(
            id == .header ? .headerRepeated : .chunkUnknown,
            id == .header ? .warning : .note,
            offset: position,
            "chunk \(id) of \(length) bytes is no track (skipped)"
        )
        position = claimed
    }

    /// Goes on at the next track after bytes that belong to no chunk.
    private mutating func skipGarbage() {
        let start = position
        let stop = input.firstOffset(of: .track, in: start..<end) ?? end
        let isMusic = isLastTrackOpen && !isEndOfTrack(start..<stop)
        chunkLog.report(
            stop == end ? .trailingBytes : .chunkGarbage,
            isMusic ? .error : .warning,
            offset: start,
            "\(stop - start) bytes belong to no chunk (skipped)"
        )
        position = stop
        isLastTrackOpen = false
    }

    /// Whether these bytes are just an end-of-track event with its delta, or the end of one: what
    /// stays behind when a chunk's length is a few bytes too small.
    private func isEndOfTrack(_ range: Range<Int>) -> Bool {
        let tail = input.bytes[range].suffix(3)
        return range.count <= 7 && tail.elementsEqual([0xFF, 0x2F, 0x00].suffix(tail.count))
    }

    private mutating func readTrack() {
        guard let length = input.bigEndian(at: position + 4) else { return skipGarbage() }
        let header = position
        let claimed = header + 8 + Int(length)
        let limit = min(claimed, end)
        var reader = TrackReader(
            input,
            range: (header + 8)..<limit,
            track: tracks.count,
            isSuspect: !isBoundary(claimed)
        )
        let outcome = reader.read()
        position = limit
        let isLengthFine =
            !reader.isSuspect || checkLength(of: &reader, header: header, claimed: claimed)
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
                isCut ? "track cut short by the file's end" : "end of track missing (repaired)"
            )
        }
        isLastTrackOpen = outcome != .endOfTrack
        if isLastTrackOpen { reader.appendEndOfTrack() }
        chunkLog.merge(reader.log)
        tracks.append(reader.finish())
    }

    /// Deals with a chunk whose length leads to no chunk.
    ///
    /// What counts then is where the track's events end and whether another track follows before
    /// the claimed end. Returns whether the length can be right after all.
    private mutating func checkLength(
        of reader: inout TrackReader,
        header: Int,
        claimed: Int
    ) -> Bool {
        let limit = min(claimed, end)
        let another = input.firstOffset(of: .track, in: reader.position..<min(limit + 3, end))
        if let another { position = another }
        guard another != nil || claimed > end else { return true }
        let truth =
            another.map { "another track starts at byte \(hexadecimal($0))" }
            ?? "the file ends after \(end - header - 8)"
        reader.report(
            .chunkLengthWrong,
            .warning,
            at: header + 4,
            "chunk length is \(claimed - header - 8), but \(truth)"
        )
        return false
    }
}
