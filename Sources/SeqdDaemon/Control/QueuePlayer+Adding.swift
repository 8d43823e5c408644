import ControlProtocol
import Logging
import Playback
import Sequencer

/// Files for the queue.
extension QueuePlayer {
    /// The entries that a request has added.
    struct Addition: Sendable {
        /// The number of the first entry in the queue, from 1.
        var first: Int
        /// The number of entries.
        var count: Int
        /// The reasons why files of folders and playlists were left out.
        var skipped: [RequestError]
    }

    /// Reads files and plays the first; the queue is then these files.
    ///
    /// If they cannot be read, the current piece plays on.
    ///
    /// - Parameters:
    ///   - sources: Files, folders and playlists.
    ///   - options: The options of their pieces.
    ///   - countIn: The clicks before the start.
    /// - Returns: The entries, when the first plays.
    /// - Throws: Status 75 if a later request to play was faster; the error of a file.
    func play(
        _ sources: [SourcePath],
        _ options: PlaySettings,
        _ countIn: CountIn? = nil
    ) async throws -> Addition {
        let request = queue.list.request()
        let reader = try await QueueReader.read(
            sources,
            options,
            for: queue,
            limit: PlayQueue.capacity,
            loadingFirst: request.entry
        )
        do {
            if countIn != nil { try await instruments.prepareMetronome() }
            return try play(reader, options, countIn, for: request)
        } catch {
            reader.releaseFirst()
            throw error
        }
    }

    private func play(
        _ reader: QueueReader,
        _ options: PlaySettings,
        _ countIn: CountIn?,
        for request: PlayQueue.Request
    ) throws(RequestError) -> Addition {
        guard let (piece, file) = reader.first else {
            throw RequestError(.software, "nothing loaded")
        }
        let entries = entries(for: reader.measured, options, first: request.entry)
        try RequestError.catching { () throws(PlaybackError) in
            try queue.list.replace(with: entries, for: request)
        }
        loader.tickets.cancel(.target)
        queue.keep(file)
        queue.forgetNext()
        take(piece)
        try controls.start(at: 0, .started, countIn)
        return addition(of: reader, at: 1, entries.count)
    }

    /// The place in the queue at which files are added.
    enum Place: Sendable {
        /// After all entries.
        case end
        /// After the current entry; at the end if there is none.
        case afterCurrent
        /// Before the entry with a number; at the end once that is gone.
        case before(Int)

        /// Whether what is added plays next.
        var isNext: Bool {
            if case .afterCurrent = self { true } else { false }
        }
    }

    /// The place before an entry, or after the last one.
    ///
    /// - Parameter position: The position that an added entry is to have, from 1.
    /// - Returns: The place.
    /// - Throws: Status 64 for a position that the queue does not have.
    func place(atPosition position: Int) throws(RequestError) -> Place {
        let count = queue.list.entries.count
        guard position <= count + 1 else {
            throw RequestError(
                .usage,
                "no position \(position): expected 1 to \(count + 1)"
            )
        }
        return position <= count ? .before(queue.list.entries[position - 1].number) : .end
    }

    /// The index at which files are added.
    private func index(of place: Place) -> Int {
        switch place {
        case .end: queue.list.entries.count
        case .afterCurrent: queue.list.currentIndex.map { $0 + 1 } ?? queue.list.entries.count
        case .before(let number):
            queue.list.index(ofNumber: number) ?? queue.list.entries.count
        }
    }

    /// Reads files and adds them to the queue, all or none.
    ///
    /// - Parameters:
    ///   - sources: Files, folders and playlists.
    ///   - options: The options of their pieces.
    ///   - place: Where they are added.
    /// - Returns: The entries, when they are in the queue.
    /// - Throws: Status 75 for a full queue; the error of a file.
    func enqueue(
        _ sources: [SourcePath],
        _ options: PlaySettings,
        at place: Place = .end
    ) async throws -> Addition {
        let room = queue.list.room
        guard room > 0 else {
            throw RequestError(.busy, "queue full: \(PlayQueue.capacity) files")
        }
        let reader = try await QueueReader.read(sources, options, for: queue, limit: room)
        let added = entries(for: reader.measured, options)
        let index = index(of: place)
        try RequestError.catching { () throws(PlaybackError) in
            try queue.list.insert(added, at: index, playNext: place.isNext)
        }
        // Another entry may follow now.
        if let next = queue.next, next.entry != queue.list.following?.number { queue.forgetNext() }
        queue.prepareNext()
        run.report(.changed)
        return addition(of: reader, at: index + 1, added.count)
    }

    private func addition(of reader: QueueReader, at first: Int, _ count: Int) -> Addition {
        for failure in reader.skipped { run.reporter.logger.warning("\(failure); left out") }
        return Addition(first: first, count: count, skipped: reader.skipped)
    }

    /// The entries for files; the first has the number that it was loaded with.
    private func entries(
        for files: [QueueReader.Measured],
        _ options: PlaySettings,
        first: Int? = nil
    ) -> [PlayQueue.Entry] {
        files.enumerated().flatMap { index, file in
            queue.list.makeEntries(
                file.path,
                lengths: file.lengths,
                hasPatterns: file.hasPatterns,
                options,
                first: index == 0 ? first : nil
            )
        }
    }
}
