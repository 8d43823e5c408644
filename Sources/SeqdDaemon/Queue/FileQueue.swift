import ControlProtocol
import Logging
import Playback
import Sequencer

/// The queue of files, their versions, and the piece that follows: loaded ahead, and given to the
/// engine.
@EventLoop
final class FileQueue {
    /// The files to be played, and the current one.
    private(set) var list = PlayQueue()
    let loader: PieceLoader
    /// The versions of the files that play and follow.
    let versions: VersionWatch
    /// The playlists that clients have saved.
    let playlists: PlaylistFolder
    private let run: PlayRun
    /// The piece after the current one.
    private var nextPiece: NextPiece<LoadedPiece>

    /// Makes an empty queue.
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

    /// Loads an entry for the first time; any other load for the purpose is cancelled.
    ///
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

    // MARK: Entries

    /// The index of an entry.
    ///
    /// - Throws: Status 64 for an entry that does not exist.
    func index(of entry: EntryAddress) throws(RequestError) -> Int {
        switch entry {
        case .position(let position):
            if list.entries.indices.contains(position - 1) { return position - 1 }
            let count = list.entries.count
            let range = count == 0 ? "the queue is empty" : "the queue has 1 to \(count)"
            throw RequestError(.usage, "no entry \(position): \(range)")
        case .id(let id):
            if let index = list.index(ofNumber: id) { return index }
            throw RequestError(.usage, "no entry with the ID \(id) in the queue")
        }
    }

    /// The place at which files are added: that of an entry's number, or the end if there is none.
    enum Place: Hashable {
        case end, afterCurrent, before(Int)
    }

    /// The place before the entry at a position from 1, or after the last one.
    ///
    /// - Throws: Status 64 for a position that the queue does not have.
    func place(atPosition position: Int) throws(RequestError) -> Place {
        let count = list.entries.count
        guard position <= count + 1 else {
            throw RequestError(.usage, "no position \(position): expected 1 to \(count + 1)")
        }
        return position <= count ? .before(list.entries[position - 1].number) : .end
    }

    /// The index at which files are added.
    private func index(of place: Place) -> Int {
        switch place {
        case .end: list.entries.count
        case .afterCurrent: list.currentIndex.map { $0 + 1 } ?? list.entries.count
        case .before(let number): list.index(ofNumber: number) ?? list.entries.count
        }
    }

    /// Begins a request to replace the queue.
    func request() -> PlayQueue.Request { list.request() }

    /// Replaces the queue by the sequences of files; the first becomes the current one.
    ///
    /// - Returns: The number of entries.
    /// - Throws: Status 75 if a later request was faster, or for too many files.
    func replace(
        with files: [QueueReader.Measured],
        _ options: PlaySettings,
        for request: PlayQueue.Request
    ) throws(RequestError) -> Int {
        let entries = entries(for: files, options, first: request.entry)
        try RequestError.catching { () throws(PlaybackError) in
            try list.replace(with: entries, for: request)
        }
        loader.tickets.cancel(.target)
        return entries.count
    }

    /// Adds the sequences of files, all or none; another entry may follow then.
    ///
    /// - Returns: The indices of the entries.
    /// - Throws: Status 75 for too many files.
    func insert(
        _ files: [QueueReader.Measured],
        _ options: PlaySettings,
        at place: Place
    ) throws(RequestError) -> Range<Int> {
        let (entries, index) = (entries(for: files, options), index(of: place))
        try RequestError.catching { () throws(PlaybackError) in
            try list.insert(entries, at: index, playNext: place == .afterCurrent)
        }
        if let next, next.entry != list.following?.number { forgetNext() }
        return index..<index + entries.count
    }

    /// The entries for files; the first has the number that it was loaded with.
    private func entries(
        for files: [QueueReader.Measured],
        _ options: PlaySettings,
        first: Int? = nil
    ) -> [PlayQueue.Entry] {
        files.enumerated().flatMap { index, file in
            list.makeEntries(
                file.path,
                lengths: file.lengths,
                hasPatterns: file.hasPatterns,
                options,
                first: index == 0 ? first : nil
            )
        }
    }

    /// Changes the order of the entries, or removes some: another one may follow.
    ///
    /// - Returns: The target, which is not wanted any more.
    func edit(_ change: (inout PlayQueue) -> Void) -> PlayQueue.Target? {
        forgetNext()
        let dropped = dropTarget()
        change(&list)
        return dropped
    }

    /// Sets the length of the current entry, whose file has changed.
    func setCurrentLength(_ length: PieceLength) { list.setCurrentLength(length) }

    /// Takes over the entries that an earlier daemon had, with the daemon's options for their files.
    func restore(_ saved: DaemonState, _ options: PlaySettings) {
        let entries = saved.entries.map { entry in
            var settings = options
            settings.encoding = entry.settings.encoding
            settings.usesEmbeddedFont = entry.settings.usesEmbeddedFont
            return PlayQueue.Entry(
                number: list.takeNumber(),
                path: entry.path,
                pattern: entry.pattern,
                length: entry.length,
                settings: settings,
                priority: entry.priority
            )
        }
        run.reporter.attempt("the queue") { () throws(RequestError) in
            try RequestError.catching { () throws(PlaybackError) in
                _ = try list.append(entries)
            }
        }
        if let current = saved.current { list.go(to: current) }
        if saved.hasEnded { list.end() }
        list.setModes(saved.modes)
    }

    // MARK: The current entry

    /// Notes that playing has begun, or moved, in the current entry.
    func begin() { list.begin() }

    /// Makes the entry with which playing resumes the current one; see `PlayQueue.resume()`.
    func resume() -> (index: Int, isOther: Bool)? { list.resume() }

    /// Makes an entry the current one; a load in progress is cancelled.
    ///
    /// - Returns: Its piece, if it was loaded ahead.
    func go(to index: Int, consumes: Bool) -> LoadedPiece? {
        list.go(to: index, consumes: consumes)
        let loaded = next
        forgetNext()
        loader.tickets.cancel(.current, .target, .version)
        return loaded?.entry == list.current?.number ? loaded : nil
    }

    /// Notes that the entry that follows the current one plays.
    func advance() {
        list.advance()
        nextPiece.take()
    }

    /// Notes that the current entry has ended, and that none follows.
    func end() { list.end() }

    // MARK: The target

    /// Loads an entry that is to become the current one.
    ///
    /// - Returns: The result, and whether the current entry has ended meanwhile; `nil` if the entry is
    ///   not wanted any more.
    func loadTarget(
        _ entry: PlayQueue.Entry
    ) async -> (Result<(LoadedPiece, PieceFile), any Error>, isOverdue: Bool)? {
        list.aim(at: entry.number)
        // Another request may come meanwhile.
        guard let result = await load(entry, for: .target) else { return nil }
        guard let target = list.dropTarget() else {
            if case .success((let piece, _)) = result { loader.release(piece) }
            return nil
        }
        return (result, target.isOverdue)
    }

    /// Cancels the target, if there is one.
    @discardableResult
    func dropTarget() -> PlayQueue.Target? {
        loader.tickets.cancel(.target)
        return list.dropTarget()
    }

    /// Notes whether the current entry has ended while another one is being loaded.
    func setOverdue(_ isOverdue: Bool) { list.setOverdue(isOverdue) }

    /// Makes a loaded entry the current one; a load in progress is cancelled.
    ///
    /// - Returns: `false` if it is not in the queue any more.
    func arrive(at entry: PlayQueue.Entry, consumes: Bool) -> Bool {
        guard list.arrive(at: entry.number, consumes: consumes) else { return false }
        loader.tickets.cancel(.current, .version)
        forgetNext()
        return true
    }

    // MARK: Files

    /// The entries, and the number of the current one.
    var listing: QueueListing {
        QueueListing(
            current: list.currentIndex.map { $0 + 1 },
            version: list.version,
            entries: list.entries.map {
                QueueEntry(
                    path: $0.path,
                    seconds: $0.length.seconds(at: run.arrangement.tempo),
                    id: $0.number,
                    priority: $0.priority
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
        guard mayPrepare, let entry = list.following, !run.playback.hasFollowing,
            run.playback.isUnderWay,
            run.piece?.entry == list.current?.number
        else { return }
        if let next = nextPiece.piece, next.entry == entry.number {
            run.playback.follow(with: next, crossfade: list.modes.crossfade)
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
