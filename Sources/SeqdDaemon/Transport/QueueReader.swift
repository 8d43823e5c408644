import ControlProtocol
import NIOCore
import Playback
import SMF
import SamplerHost

/// Reads the files of a request for the queue, one loader job each, so that what others ask for
/// comes in between.
///
/// Confined to the transport's event loop.
final class QueueReader {
    /// A file that has been read.
    struct Measured: Sendable {
        var path: String
        /// The length of each sequence.
        var lengths: [PieceLength]
        /// Whether each is a pattern of its own.
        var hasPatterns: Bool
        /// Whether a folder or playlist has it, and the request does not name it.
        var isListed: Bool

        fileprivate init(_ reading: Transport.Reading, isListed: Bool) {
            path = reading.song.path
            lengths = reading.lengths
            hasPatterns = reading.song.file.format == .independent
            self.isListed = isListed
        }
    }

    private let transport: Transport
    private let options: PlaySettings
    private let ended: EventLoopPromise<Void>
    private var files: ArraySlice<QueueFile>
    /// The queue's entry that the first file is to be loaded for; `nil` where it is not.
    private let firstEntry: Int?
    /// What was read of the first file, until its samplers are made.
    private var firstReading: Transport.Reading?

    /// What has been read, in order.
    private(set) var measured: [Measured] = []
    /// Why files of folders and playlists were left out.
    private(set) var skipped: [RequestError]
    /// The first file's samplers and content, where they were wanted.
    private(set) var first: (song: LoadedPiece, file: PieceFile)?

    private init(
        _ files: [QueueFile],
        without skipped: [RequestError],
        for transport: Transport,
        _ options: PlaySettings,
        loadingFirst firstEntry: Int?
    ) {
        self.files = files[...]
        self.skipped = skipped
        self.transport = transport
        self.options = options
        self.firstEntry = firstEntry
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
    ///   - firstEntry: The queue's entry for which the first file that can be played is loaded.
    /// - Returns: Completes when all have been read; fails with the first that was named itself and
    ///   cannot be, and where none can.
    static func read(
        _ sources: [SourcePath],
        _ options: PlaySettings,
        for transport: Transport,
        limit: Int,
        loadingFirst firstEntry: Int? = nil
    ) -> EventLoopFuture<NIOLoopBound<QueueReader>> {
        transport.onLoader { try QueueFile.files(of: sources, limit: limit) }
            .assumeIsolated().flatMap { files, faults in
                let reader = QueueReader(
                    files,
                    without: faults,
                    for: transport,
                    options,
                    loadingFirst: firstEntry
                )
                reader.readNext()
                let bound = NIOLoopBound(reader, eventLoop: transport.eventLoop)
                return reader.ended.futureResult.map { bound }
            }.flatMapThrowing { bound in
                let reader = bound.value
                // Some were named, so there is a reason where none is left.
                if reader.measured.isEmpty, let failure = reader.skipped.first { throw failure }
                return bound
            }.nonisolated()
    }

    private func readNext() {
        guard let file = files.popFirst() else { return loadFirst() }
        let (rate, options, hint) = (transport.rate, options, transport.settings.fileHint)
        transport.reading(file.path) {
            transport.onLoader { try Transport.read(file.path, options, hint: hint, rate: rate) }
        }.assumeIsolated().whenComplete { result in
            switch result {
            case .success(let reading): self.take(reading, isListed: file.isListed)
            case .failure(let failure as RequestError) where file.isListed:
                self.skipped.append(failure)
            case .failure(let error): return self.ended.fail(error)
            }
            self.readNext()
        }
    }

    /// Makes the samplers for the first file where they are wanted.
    ///
    /// Last of all, with the SoundFonts and the arrangement as they are then: they may have been
    /// changed while the other files were read.
    private func loadFirst() {
        guard let firstEntry, let file = measured.first else { return ended.succeed() }
        let (rate, fonts, options) = (transport.rate, transport.fonts, options)
        let period = transport.engine.settings.maximumPeriod
        let (arrangement, known) = (transport.arrangement, firstReading)
        let hint = transport.settings.fileHint
        transport.onLoader {
            let reading = try known ?? Transport.read(file.path, options, hint: hint, rate: rate)
            let song = try Transport.load(
                reading.song,
                sequence: 0,
                entry: firstEntry,
                arrangement,
                fonts,
                rate: rate,
                maximumPeriod: period
            )
            return (reading, song)
        }.assumeIsolated().whenComplete { result in
            switch result {
            case .success((let reading, let song)):
                self.firstReading = reading
                self.first = (song, reading.song)
                self.measured[0] = Measured(reading, isListed: file.isListed)
                self.firstReading = nil
                self.ended.succeed()
            case .failure(let failure as RequestError) where file.isListed:
                self.skipped.append(failure)
                self.measured.removeFirst()
                self.firstReading = nil
                // The next one is the first then; it is read once more.
                if let next = self.measured.first { self.holdVersion(of: next.path) }
                self.loadFirst()
            case .failure(let error): self.ended.fail(error)
            }
        }
    }

    /// Lets a file count as being read until all is: where it changes before it plays, it is read
    /// again then.
    private func holdVersion(of path: String) {
        _ = transport.reading(path) { ended.futureResult }
    }

    /// Frees the first file's samplers on the loader's thread, where they are not wanted any more.
    func releaseFirst() {
        guard let song = first?.song else { return }
        first = nil
        let loader = transport.loader
        transport.eventLoop.execute { Transport.letGo(song, on: loader) }
    }

    private func take(_ reading: Transport.Reading, isListed: Bool) {
        transport.report(reading.song)
        measured.append(Measured(reading, isListed: isListed))
        guard firstEntry != nil, measured.count == 1 else { return }
        firstReading = reading
        holdVersion(of: reading.song.path)
    }
}
