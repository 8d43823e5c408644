import ControlProtocol
import Playback
import SMF

/// Reads the files of a request for the queue, one loader job each, so that the jobs of other
/// requests come in between.
@EventLoop
final class QueueReader {
    /// The owner of the reader: the queue, as far as it needs to know it.
    @EventLoop
    protocol Owner: AnyObject {
        var loader: PieceLoader { get }
        /// The changes to every sequence.
        var arrangement: Arrangement { get }

        /// Has a file count as being read; if it changes meanwhile, it is read again later.
        func reading<Value: Sendable>(
            _ path: String,
            _ read: @EventLoop () async throws -> Value
        ) async throws -> Value

        /// Called with each file that was read for the first time.
        func didRead(_ file: PieceFile)
    }

    /// A file that was read.
    struct Measured: Sendable {
        var path: String
        /// The length of each sequence.
        var lengths: [PieceLength]
        /// Whether each sequence is a pattern.
        var hasPatterns: Bool
        /// Whether it is from a folder or a playlist: it is left out if it cannot be read.
        var isListed: Bool

        fileprivate init(_ reading: FileReading, isListed: Bool) {
            path = reading.file.path
            lengths = reading.lengths
            hasPatterns = reading.file.file.format == .independent
            self.isListed = isListed
        }
    }

    private let owner: any Owner
    private let options: PlaySettings
    /// Settled when all files were read.
    private let ended = Pending<Void>()
    private var files: ArraySlice<QueueFile>
    /// The entry for which the first file is loaded; `nil` if it is only read.
    private let firstEntry: Int?
    /// The content of the first file, until its samplers are made.
    private var firstReading: FileReading?

    /// The files that were read, in order.
    private(set) var measured: [Measured] = []
    /// The reasons why files of folders and playlists were left out.
    private(set) var skipped: [RequestError]
    /// The first file, loaded, and its content; `nil` if it was only read.
    private(set) var first: (piece: LoadedPiece, file: PieceFile)?

    private init(
        _ files: [QueueFile],
        without skipped: [RequestError],
        for owner: any Owner,
        _ options: PlaySettings,
        loadingFirst firstEntry: Int?
    ) {
        self.files = files[...]
        self.skipped = skipped
        self.owner = owner
        self.options = options
        self.firstEntry = firstEntry
    }

    /// Reads the files of sources.
    ///
    /// - Parameters:
    ///   - sources: Files, folders and playlists.
    ///   - options: The options of their pieces.
    ///   - owner: The queue.
    ///   - limit: The maximum number of files.
    ///   - firstEntry: The entry for which the first file that can be played is loaded.
    /// - Returns: The reader, which has read all files.
    /// - Throws: The error of the first file that the request names and that cannot be read, and if no
    ///   file can be.
    static func read(
        _ sources: [SourcePath],
        _ options: PlaySettings,
        for owner: any Owner,
        limit: Int,
        loadingFirst firstEntry: Int? = nil
    ) async throws -> QueueReader {
        let policy = owner.loader.policy
        let (files, faults) = try await owner.loader.run {
            try QueueFile.files(of: sources, limit: limit, policy)
        }
        let reader = QueueReader(
            files,
            without: faults,
            for: owner,
            options,
            loadingFirst: firstEntry
        )
        defer { reader.ended.succeed() }
        try await reader.readFiles()
        try await reader.loadFirst()
        // Sources are never empty: if no file is left, there is a reason.
        if reader.measured.isEmpty, let failure = reader.skipped.first { throw failure }
        return reader
    }

    private func readFiles() async throws {
        while let file = files.popFirst() {
            do {
                let reading = try await owner.reading(file.path) {
                    try await owner.loader.read(file.path, options)
                }
                add(reading, isListed: file.isListed)
            } catch let failure as RequestError where file.isListed {
                skipped.append(failure)
            }
        }
    }

    /// Makes the samplers for the first file, if they are wanted.
    ///
    /// Last of all, with the SoundFonts and the arrangement as they are then: they may have changed
    /// while the other files were read.
    private func loadFirst() async throws {
        guard let firstEntry else { return }
        while first == nil, let file = measured.first {
            let known = firstReading
            firstReading = nil
            do {
                let (reading, piece) = try await owner.loader.loadFirst(
                    of: file.path,
                    options,
                    known: known,
                    entry: firstEntry,
                    owner.arrangement
                )
                first = (piece, reading.file)
                measured[0] = Measured(reading, isListed: file.isListed)
            } catch let failure as RequestError where file.isListed {
                skipped.append(failure)
                measured.removeFirst()
                // The next file is the first then; it is read once more.
                if let next = measured.first { holdVersion(of: next.path) }
            }
        }
    }

    /// Has a file count as being read until all are: if it changes before it plays, it is read
    /// again then.
    private func holdVersion(of path: String) {
        EventLoop.begin { [owner, ended] in
            try await owner.reading(path) { _ = await ended.outcome }
        }
    }

    /// Releases the first file's samplers, which are not wanted any more.
    func releaseFirst() {
        guard let piece = first?.piece else { return }
        first = nil
        owner.loader.releaseLater(piece)
    }

    private func add(_ reading: FileReading, isListed: Bool) {
        owner.didRead(reading.file)
        measured.append(Measured(reading, isListed: isListed))
        guard firstEntry != nil, measured.count == 1 else { return }
        firstReading = reading
        holdVersion(of: reading.file.path)
    }
}
