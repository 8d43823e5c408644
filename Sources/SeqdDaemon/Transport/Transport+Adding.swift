import ControlProtocol
import JSON
import Logging
import NIOCore
import Playback
import SamplerHost
import Sequencer

/// Files for the queue.
extension Transport {
    /// What a request has put into the queue.
    struct Addition: Sendable {
        /// The place of the first entry in the queue, from 1.
        var first: Int
        /// How many entries there are of it.
        var count: Int
        /// Why files of folders and playlists were left out.
        var skipped: [RequestError]
    }

    /// Reads files and plays the first; the queue is then these files.
    ///
    /// Where they cannot be read, what plays goes on.
    ///
    /// - Parameters:
    ///   - sources: The files, folders and playlists.
    ///   - options: How they are read and played.
    ///   - countIn: What is clicked before.
    /// - Returns: Completes when it plays; fails with status 75 where another request to play came
    ///   later and was faster.
    func play(
        _ sources: [SourcePath],
        _ options: PlaySettings,
        _ countIn: CountIn? = nil
    ) -> EventLoopFuture<Addition> {
        let request = queue.request()
        let read = QueueReader.read(
            sources,
            options,
            for: self,
            limit: PlayQueue.capacity,
            loadingFirst: request.entry
        )
        return read.assumeIsolated().flatMap { bound in
            let reader = bound.value
            guard countIn != nil else { return self.eventLoop.makeSucceededFuture(bound) }
            return self.prepareMetronome().assumeIsolated().map { bound }
                .flatMapErrorThrowing { error in
                    reader.releaseFirst()
                    throw error
                }.nonisolated()
        }.flatMapThrowing { bound in
            let reader = bound.value
            do throws(RequestError) {
                return try self.play(reader, options, countIn, for: request)
            } catch {
                reader.releaseFirst()
                throw error
            }
        }.nonisolated()
    }

    private func play(
        _ reader: QueueReader,
        _ options: PlaySettings,
        _ countIn: CountIn?,
        for request: PlayQueue.Request
    ) throws(RequestError) -> Addition {
        guard let (song, file) = reader.first else {
            throw RequestError(.software, "nothing loaded")
        }
        let entries = entries(for: reader.measured, options, first: request.entry)
        try RequestError.catching { () throws(PlaybackError) in
            try queue.replace(with: entries, for: request)
        }
        tickets.cancel(.target)
        keep(file)
        forgetFollowing()
        take(song)
        try startSong(at: 0, .started, countIn)
        return addition(of: reader, at: 1, entries.count)
    }

    /// Reads files and puts them at the end of the queue, all or none.
    ///
    /// - Parameters:
    ///   - sources: The files, folders and playlists.
    ///   - options: How they are read and played.
    /// - Returns: Completes when they are there.
    func enqueue(
        _ sources: [SourcePath],
        _ options: PlaySettings
    ) -> EventLoopFuture<Addition> {
        let room = queue.room
        guard room > 0 else {
            let failure = RequestError(.busy, "queue full: \(PlayQueue.capacity) files")
            return eventLoop.makeFailedFuture(failure)
        }
        let read = QueueReader.read(sources, options, for: self, limit: room)
        return read.assumeIsolated().flatMapThrowing { bound in
            let reader = bound.value
            let added = self.entries(for: reader.measured, options)
            let index = try RequestError.catching { () throws(PlaybackError) in
                try self.queue.append(added)
            }
            self.prepareFollowing()
            self.tell(.changed)
            return self.addition(of: reader, at: index + 1, added.count)
        }.nonisolated()
    }

    private func addition(of reader: QueueReader, at place: Int, _ count: Int) -> Addition {
        for failure in reader.skipped { logger.warning("\(failure); left out") }
        return Addition(first: place, count: count, skipped: reader.skipped)
    }

    /// The entries for files; the first has the number that it was loaded with.
    private func entries(
        for files: [QueueReader.Measured],
        _ options: PlaySettings,
        first: Int? = nil
    ) -> [PlayQueue.Entry] {
        files.enumerated().flatMap { index, file in
            queue.makeEntries(
                file.path,
                lengths: file.lengths,
                hasPatterns: file.hasPatterns,
                options,
                first: index == 0 ? first : nil
            )
        }
    }
}
