import NIOCore
import SMF
import SamplerHost

/// Reads the files of a request for the queue, one loader job each, so that what others ask for
/// comes in between.
///
/// Confined to the transport's event loop.
final class QueueReader: @unchecked Sendable {
    /// A file that has been read.
    struct Measured: Sendable {
        var path: String
        /// The length of each sequence.
        var lengths: [PieceLength]
        /// Whether each is a pattern of its own.
        var hasPatterns: Bool
    }

    private let transport: Transport
    private let options: PieceOptions
    private let ended: EventLoopPromise<Void>
    private var files: ArraySlice<QueueFile>
    /// Makes the samplers for the first file; `nil` where they are not wanted.
    private let load: (@Sendable (Transport.Reading) throws -> Song)?

    /// What has been read, in order.
    private(set) var measured: [Measured] = []
    /// Why files of folders and playlists were left out.
    private(set) var skipped: [CommandFailure]
    /// The first file's samplers and content, where they were wanted.
    private(set) var first: (song: Song, file: SongFile)?

    private init(
        _ files: [QueueFile],
        without skipped: [CommandFailure],
        for transport: Transport,
        _ options: PieceOptions,
        _ load: (@Sendable (Transport.Reading) throws -> Song)?
    ) {
        self.files = files[...]
        self.skipped = skipped
        self.transport = transport
        self.options = options
        self.load = load
        // Not before there is something to read: a promise must be kept.
        ended = transport.eventLoop.makePromise()
    }

    /// Reads the files of sources.
    ///
    /// - Parameters:
    ///   - sources: What was named.
    ///   - options: How they are read and played.
    ///   - transport: Who wants them.
    ///   - limit: The most files that are wanted.
    ///   - load: Makes the samplers for the first file that can be read, on the loader's thread.
    /// - Returns: Completes when all have been read; fails with the first that was named itself and
    ///   cannot be, and where none can.
    static func read(
        _ sources: [QueueSource],
        _ options: PieceOptions,
        for transport: Transport,
        limit: Int,
        loadingFirst load: (@Sendable (Transport.Reading) throws -> Song)? = nil
    ) -> EventLoopFuture<QueueReader> {
        transport.onLoader { try QueueFile.files(of: sources, limit: limit) }
            .flatMap { files, faults in
                let reader = QueueReader(files, without: faults, for: transport, options, load)
                reader.readNext()
                return reader.ended.futureResult.map { reader }
            }.flatMapThrowing { reader in
                // Some were named, so there is a reason where none is left.
                if reader.measured.isEmpty, let failure = reader.skipped.first { throw failure }
                return reader
            }
    }

    private func readNext() {
        guard let file = files.popFirst() else { return ended.succeed() }
        let (rate, options, load) = (transport.rate, options, first == nil ? load : nil)
        transport.reading(file.path) {
            transport.onLoader {
                let reading = try Transport.read(file.path, options, rate: rate)
                let song = try load.map { load in try load(reading) }
                return (reading, song)
            }
        }.whenComplete { result in
            switch result {
            case .success((let reading, let song)): self.take(reading, song)
            case .failure(let failure as CommandFailure) where file.isListed:
                self.skipped.append(failure)
            case .failure(let error):
                self.releaseFirst()
                return self.ended.fail(error)
            }
            self.readNext()
        }
    }

    /// Frees the first file's samplers on the loader's thread, where they are not wanted any more.
    func releaseFirst() {
        guard let song = first?.song else { return }
        first = nil
        let loader = transport.loader
        transport.eventLoop.execute { Transport.letGo(song, on: loader) }
    }

    private func take(_ reading: Transport.Reading, _ song: Song?) {
        transport.report(reading.song)
        measured.append(
            Measured(
                path: reading.song.path,
                lengths: reading.lengths,
                hasPatterns: reading.song.file.format == .independent
            )
        )
        if let song { first = (song, reading.song) }
    }
}
