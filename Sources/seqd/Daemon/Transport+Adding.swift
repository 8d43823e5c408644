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
        var skipped: [CommandFailure]
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
        _ sources: [QueueSource],
        _ options: PieceOptions,
        _ countIn: CountIn? = nil
    ) -> EventLoopFuture<Addition> {
        let number = nextEntry
        // Taken at once, so that a later request cannot get the same.
        nextEntry += 1
        plays.asked += 1
        let asked = plays.asked
        if countIn != nil { arrangement.hasMetronome = true }
        return QueueReader.read(
            sources,
            options,
            for: self,
            limit: Self.queueCapacity,
            loadingFirst: number
        ).flatMapThrowing { reader in
            do throws(CommandFailure) {
                return try self.play(reader, options, countIn, entry: number, asked)
            } catch {
                reader.releaseFirst()
                throw error
            }
        }
    }

    private func play(
        _ reader: QueueReader,
        _ options: PieceOptions,
        _ countIn: CountIn?,
        entry number: Int,
        _ asked: Int
    ) throws(CommandFailure) -> Addition {
        guard let (song, file) = reader.first else {
            throw CommandFailure(.internal, "nothing loaded")
        }
        guard plays.done < asked else {
            throw CommandFailure(.busy, "superseded by a later request to play")
        }
        let entries = entries(for: reader.measured, options, first: number)
        try checkCapacity(entries.count)
        plays.done = asked
        keep(file)
        forgetFollowing()
        target = nil
        self.entries = entries
        current = 0
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
        _ sources: [QueueSource],
        _ options: PieceOptions
    ) -> EventLoopFuture<Addition> {
        let room = Self.queueCapacity - entries.count
        guard room > 0 else {
            let failure = CommandFailure(
                .busy,
                "queue full: \(Self.queueCapacity) files"
            )
            return eventLoop.makeFailedFuture(failure)
        }
        let read = QueueReader.read(sources, options, for: self, limit: room)
        return read.flatMapThrowing { reader in
            let added = self.entries(for: reader.measured, options)
            try self.checkCapacity(self.entries.count + added.count)
            let place = self.entries.count + 1
            self.entries += added
            self.prepareFollowing()
            self.tell(.changed)
            return self.addition(of: reader, at: place, added.count)
        }
    }

    private func addition(of reader: QueueReader, at place: Int, _ count: Int) -> Addition {
        for failure in reader.skipped { logger.warning("\(failure); left out") }
        return Addition(first: place, count: count, skipped: reader.skipped)
    }

    private func checkCapacity(_ count: Int) throws(CommandFailure) {
        guard count <= Self.queueCapacity else {
            throw CommandFailure(
                .busy,
                "too many files for the queue: \(count), at most \(Self.queueCapacity)"
            )
        }
    }

    /// The entries for files; the first has the number that it was loaded with.
    private func entries(
        for files: [QueueReader.Measured],
        _ options: PieceOptions,
        first: Int? = nil
    ) -> [Entry] {
        var reserved = first
        return files.flatMap { file in
            file.lengths.enumerated().map { index, length in
                let number = reserved ?? nextEntry
                if reserved == nil { nextEntry += 1 }
                reserved = nil
                return Entry(
                    number: number,
                    path: file.path,
                    pattern: file.hasPatterns ? index + 1 : nil,
                    length: length,
                    options: options
                )
            }
        }
    }
}
