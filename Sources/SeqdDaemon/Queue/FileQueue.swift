import ControlProtocol
import Logging
import Playback
import Sequencer

/// The queue of files, their versions, and the piece that follows: loaded ahead, and given to the
/// engine.
@EventLoop
final class FileQueue {
    /// The files to be played, and the current one.
    var list = PlayQueue()
    let loader: PieceLoader
    /// The versions of the files that play and follow.
    let versions: VersionWatch
    /// The playlists that clients have saved.
    let playlists: PlaylistFolder
    private let run: PlayRun
    /// The piece after the current one.
    private var nextPiece: NextPiece<LoadedPiece>

    /// Makes an empty queue.
    ///
    /// - Parameters:
    ///   - run: The playback of its pieces.
    ///   - loader: Loads its pieces.
    ///   - playlists: The playlists that clients have saved.
    init(for run: PlayRun, _ loader: PieceLoader, _ playlists: PlaylistFolder) {
        self.run = run
        self.loader = loader
        self.playlists = playlists
        nextPiece = NextPiece(onRelease: loader.release)
        versions = VersionWatch(onRelease: loader.releaseLater) { [reporter = run.reporter] in
            reporter.log(.warning, $0, file: $1)
        }
        run.entry = { [weak self] in
            guard let list = self?.list else { return nil }
            return list.currentIndex.map { (list.entries[$0].path, $0 + 1) }
        }
        run.playback.onRelease = loader.release
        run.playback.mayFollow = { [weak self] in self?.mayFollow($0) ?? false }
    }

    /// Ends the threads, after what they do.
    func end() async {
        let ends = [
            EventLoop.begin { [loader] in await loader.end() },
            EventLoop.begin { [playlists] in await playlists.end() },
            EventLoop.begin { [versions] in await versions.end() },
        ]
        for end in ends { _ = await end.outcome }
    }

    /// Loads an entry for the first time.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - purpose: The purpose of the load; any other for it is cancelled.
    /// - Returns: The result; `nil` if it is not wanted any more.
    func load(
        _ entry: PlayQueue.Entry,
        for purpose: LoadTickets.Purpose
    ) async -> Result<(LoadedPiece, PieceFile), any Error>? {
        let (loader, arrangement) = (loader, run.arrangement)
        let ticket = loader.tickets.ask(for: purpose)
        let result: Result<(LoadedPiece, PieceFile), any Error>
        do {
            let loaded = try await versions.reading(entry.path) {
                try await loader.load(entry, arrangement, for: ticket)
            }
            result = .success(loaded)
        } catch {
            result = .failure(error)
        }
        guard loader.tickets.settle(ticket) != nil else {
            if case .success((let piece, _)) = result { loader.release(piece) }
            return nil
        }
        return result
    }

    /// The entries, and the number of the current one.
    var listing: QueueListing {
        QueueListing(
            current: list.currentIndex.map { $0 + 1 },
            version: list.version,
            entries: list.entries.map {
                QueueEntry(
                    path: $0.path,
                    seconds: $0.length.seconds(at: run.arrangement.tempo),
                    id: $0.number
                )
            }
        )
    }

    /// Keeps the content of a file, if files are watched.
    func keep(_ file: PieceFile) {
        let next = nextPiece.piece.flatMap { list[$0.entry]?.path }
        versions.keep(file, and: Set([run.path, next].compactMap(\.self)))
    }

    // MARK: The next piece

    /// Loads the next entry and gives it to the engine, so that it starts without a gap.
    func prepareNext() {
        guard mayPrepare,
            let entry = list.following, !run.playback.hasFollowing, run.playback.isUnderWay,
            run.piece?.entry == list.current?.number
        else { return }
        if let next = nextPiece.piece, next.entry == entry.number {
            run.playback.follow(with: next)
            return
        }
        guard nextPiece.request(entry.number) else { return }
        EventLoop.begin { [self] in
            guard case .success((let next, let file))? = await load(entry, for: .following) else {
                return
            }
            nextPiece.keep(next)
            keep(file)
            prepareNext()
        }
    }

    /// Withdraws the next piece, loaded or not.
    func forgetNext() {
        run.playback.withdrawFollowing()
        nextPiece.forget()
        loader.tickets.cancel(.following)
    }

    /// Whether a piece may follow the current one without a gap.
    private var mayPrepare: Bool {
        run.state == .playing && !run.following.isOn && run.playback.practice == nil
            && list.target == nil
    }

    /// Whether a piece that starts is the one that is to follow.
    private func mayFollow(_ piece: LoadedPiece) -> Bool {
        nextPiece.piece === piece && mayPrepare && piece.entry == list.following?.number
    }

    /// The next piece, if it is loaded.
    var next: LoadedPiece? { nextPiece.piece }

    /// Notes that the next piece plays.
    func takeNext() { nextPiece.take() }
}

/// The reading of files that are added.
extension FileQueue: QueueReader.Owner {
    var arrangement: Arrangement { run.arrangement }

    func reading<Value: Sendable>(
        _ path: String,
        _ read: @EventLoop () async throws -> Value
    ) async throws -> Value {
        try await versions.reading(path, read)
    }

    func didRead(_ file: PieceFile) {
        run.reporter.logFindings(of: file)
    }
}
