extension FileReader {
    /// From this size on a file is worth the while of several threads, in bytes.
    private static var sharingSize: Int { 256 << 10 }

    /// Reads all tracks.
    ///
    /// Tracks whose chunks are as they should be may be read by several threads; what they report
    /// and the tracks' order are the same in any case.
    mutating func readTracks(using resources: ReadingResources) -> [Track] {
        var tracks: [Track] = []
        var ready = readAhead(using: resources)[...]
        var arena: RecordArena?
        while let chunk = nextTrackChunk() {
            if let first = ready.first, first.header == chunk.header {
                ready.removeFirst()
                tracks.append(first.track)
                take(first.result, first.log)
                continue
            }
            let block =
                unsafe arena
                ?? RecordArena(byteCount: end - chunk.header, prepare: resources.prepare)
            arena = block
            let reading = Self.read(chunk, of: input, end: end, track: tracks.count, into: block)
            tracks.append(reading.track)
            take(reading.result, reading.log)
        }
        return tracks
    }

    /// Reads the tracks that can be read out of turn: those up to the first damage to a chunk.
    private func readAhead(using resources: ReadingResources) -> [TrackReading] {
        guard resources.threadCount > 1, end - position >= Self.sharingSize else { return [] }
        let chunks = soundChunks()
        let groups = Self.groups(of: chunks, count: resources.threadCount)
        guard groups.count > 1 else { return [] }
        let shelf = Shelf(count: chunks.count)
        let (input, end) = (input, end)
        resources.distribute(groups.count) { number in
            let group = groups[number]
            guard let first = chunks[group].first, let last = chunks[group].last else { return }
            let arena = unsafe RecordArena(
                byteCount: last.limit - first.header,
                prepare: resources.prepare
            )
            // Diagnostics that exceed the room in a group's log would exceed that of the file's as
            // well.
            var room = DiagnosticLog.limit
            for index in group {
                let reading = Self.read(
                    chunks[index],
                    of: input,
                    end: end,
                    track: index,
                    into: arena,
                    room: room
                )
                room -= reading.log.count
                unsafe shelf.readings[index] = reading
            }
        }
        return unsafe shelf.readings.prefix { $0 != nil }.compactMap { $0 }
    }

    /// The results of several threads, which write to different elements.
    @safe
    private final class Shelf: @unchecked Sendable {
        let readings: UnsafeMutableBufferPointer<TrackReading?>

        init(count: Int) {
            unsafe readings = .allocate(capacity: count)
            unsafe readings.initialize(repeating: nil)
        }

        deinit {
            unsafe readings.deinitialize()
            unsafe readings.deallocate()
        }
    }

    /// The track chunks from here on up to the first that is not as it should be.
    ///
    /// Not more than the header announces: further ones are read only if one of these is damaged.
    private func soundChunks() -> [TrackChunk] {
        var chunks: [TrackChunk] = []
        var offset = position
        let limit = header.trackCount > 0 ? header.trackCount : Self.trackLimit
        while chunks.count < limit, let id = input.id(at: offset),
            id.isPrintable, id != .header, let length = input.bigEndian(at: offset + 4)
        {
            let claimed = offset + 8 + Int(length)
            guard claimed <= end, isBoundary(claimed) else { break }
            if id == .track {
                chunks.append(
                    TrackChunk(header: offset, claimed: claimed, limit: claimed, isSuspect: false)
                )
            }
            offset = claimed
        }
        return chunks
    }

    /// Divides chunks into at most this many groups of about as many bytes each.
    private static func groups(of chunks: [TrackChunk], count: Int) -> [Range<Int>] {
        guard let first = chunks.first, let last = chunks.last, count > 0 else { return [] }
        let size = (last.limit - first.header) / count + 1
        var groups: [Range<Int>] = []
        var start = 0
        for (index, chunk) in chunks.enumerated()
        where index + 1 == chunks.count
            || chunk.limit - first.header >= size * (groups.count + 1)
        {
            groups.append(start..<(index + 1))
            start = index + 1
        }
        return groups
    }

    /// Reads the events of one chunk.
    private static func read(
        _ chunk: TrackChunk,
        of input: Input,
        end: Int,
        track: Int,
        into arena: RecordArena,
        room: Int = DiagnosticLog.limit
    ) -> TrackReading {
        var reader = TrackReader(
            input,
            range: chunk.events,
            track: track,
            isSuspect: chunk.isSuspect,
            output: TrackCollector(arena)
        )
        reader.log = DiagnosticLog(room: room)
        // A collector is never full.
        let outcome = reader.read() ?? .exhausted
        let result = chunk.finish(&reader, outcome: outcome, end: end)
        return TrackReading(
            header: chunk.header,
            track: reader.output.finish(endTick: reader.tick),
            result: result,
            log: reader.log
        )
    }
}

/// A track that has been read, with its diagnostics.
private struct TrackReading {
    var header: Int
    var track: Track
    var result: TrackChunk.Result
    var log: DiagnosticLog
}
