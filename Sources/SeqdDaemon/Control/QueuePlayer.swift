import ControlProtocol
import Playback
import SamplerHost
import Sequencer

/// Plays the queue: goes to its entries, and continues after them.
@EventLoop
final class QueuePlayer {
    let run: PlayRun
    let queue: FileQueue
    let controls: PlayControls
    let instruments: DaemonInstruments
    /// The number of entries in a row that could not be loaded.
    private var failures = 0
    /// The restored state of the current entry if that could not be loaded; `nil` otherwise.
    private var unrestored: (entry: Int, state: DaemonState)?
    /// Called when a piece has ended.
    var onEnd: () -> Void = {}

    /// Makes a player that plays nothing yet.
    init(_ controls: PlayControls, with instruments: DaemonInstruments) {
        run = controls.run
        queue = controls.queue
        self.controls = controls
        self.instruments = instruments
        queue.versions.onChange = { [weak self] in self?.filesChanged($0) }
        instruments.onUse = { [weak self] in
            // A version that waits for its bar was loaded with the old ones.
            guard let self, queue.versions.waiting != nil, let path = run.path else { return }
            filesChanged([path])
        }
    }

    /// The player of pieces.
    var playback: PiecePlayer { run.playback }
    /// The piece that is loaded.
    var piece: LoadedPiece? { run.piece }
    /// The owner of loads and samplers.
    var loader: PieceLoader { queue.loader }

    /// Resumes from the position at which it was paused, stopped or located; it plays then, or cannot.
    ///
    /// - Parameter countIn: The clicks before the start.
    /// - Throws: Status 66 if the queue is empty.
    func resume(_ countIn: CountIn? = nil) async throws {
        guard run.state != .playing else { return }
        guard let (index, isOther) = queue.resume() else {
            throw RequestError(.noInput, "nothing to play: the queue is empty")
        }
        if isOther {
            unload()
            playback.locate(at: 0)
        }
        if countIn != nil { try await instruments.prepareMetronome() }
        try await resumeLoaded(at: index, countIn)
    }

    /// Resumes an entry of the queue, loaded or not.
    private func resumeLoaded(at index: Int, _ countIn: CountIn?) async throws {
        // Two requests may arrive while the metronome was made.
        guard run.state != .playing, queue.list.entries.indices.contains(index) else { return }
        run.enter(.playing)
        guard piece?.entry == queue.list.entries[index].number else {
            run.report(.continued)
            return try await loadCurrent(from: playback.resumePosition, .started, countIn)
        }
        try controls.start(at: playback.resumePosition, .continued, countIn)
    }

    // MARK: Going to entries

    /// Makes an entry the current one; plays it from its start unless playback is paused or stopped.
    ///
    /// With `consumes`, the one before is removed if played ones are.
    ///
    /// - Returns: Settled when it plays or is not wanted any more; fails if neither it nor any entry
    ///   after it can be played.
    @discardableResult
    func go(to index: Int, consumes: Bool = false) -> Pending<Void> {
        playback.withdrawFollowing()
        let isPlaying = run.state == .playing
        if isPlaying { playback.halt() }
        let loaded = queue.go(to: index, consumes: consumes)
        playback.locate(at: 0)
        unload()
        if let loaded {
            take(loaded)
            if isPlaying { controls.begin(at: 0, .started) } else { run.report(.located) }
        } else if isPlaying {
            return EventLoop.begin { [self] in try await loadCurrent(from: 0, .started) }
        } else {
            run.report(.located)
        }
        return .done
    }

    /// Loads the current entry, and plays it from a nominal frame if it is still to be played
    /// then; if it cannot be loaded, goes to the next one.
    ///
    /// - Throws: If neither it nor any entry after it can be played.
    func loadCurrent(
        from frame: Int64,
        _ change: TransportChange.Change,
        _ countIn: CountIn? = nil
    ) async throws {
        guard let entry = queue.list.current else { return }
        loader.tickets.cancel(.version)
        switch await queue.load(entry, for: .current) {
        case nil: break
        case .success((let piece, let file))?:
            queue.keep(file)
            take(piece)
            // If another entry is being loaded instead, this one starts only if that fails.
            if queue.list.target != nil {
                playback.locate(at: frame)
            } else if run.state == .playing {
                controls.begin(at: frame, change, countIn)
            }
        case .failure(let error)?: try await passOver(entry, error)
        }
    }

    /// Reports that an entry cannot be played, and continues after it.
    ///
    /// - Throws: If no entry after it can be played.
    private func passOver(_ entry: PlayQueue.Entry, _ error: any Error) async throws {
        let failure = RequestError(completing: error)
        run.reporter.report(failure, file: entry.path)
        guard run.state == .playing, queue.list.current != nil else { return }
        guard queue.list.target == nil else {
            // Another entry is being loaded; the one after this plays only if that fails too.
            queue.setOverdue(true)
            return
        }
        failures += 1
        // A queue that is repeated may have no file that can be played.
        guard let next = queue.list.followingIndex, failures < queue.list.entries.count,
            queue.list.entries[next].number != entry.number
        else {
            failures = 0
            run.enter(.stopped, .stopped)
            throw failure
        }
        try await go(to: next).value
    }

    // MARK: The loaded piece

    /// Makes a piece the loaded one.
    func take(_ piece: LoadedPiece) {
        failures = 0
        unrestored = nil
        controls.endPracticeOfPiece()
        playback.load(atTempo(piece))
        controls.takeRampSpeed()
        controls.reportMissingParts()
        pieceChanged()
    }

    /// A piece at the tempo that is set, which may have changed while it was loaded.
    func atTempo(_ piece: LoadedPiece) -> LoadedPiece {
        let tempo = run.arrangement.tempo
        return piece.arrangement.tempo == tempo ? piece : piece.at(tempo, rate: run.rate)
    }

    /// Releases the loaded piece.
    func unload() {
        run.scheduled.cancel(because: "the file was unloaded")
        playback.load(nil)
        controls.endLoop()
    }

    /// Called after another piece has become the loaded one.
    func pieceChanged() {
        run.scheduled.cancel(because: "another file was loaded")
        loader.tickets.cancel(.current, .version)
        instruments.reportPieceSubstitutions()
        controls.endLoop()
    }

    // MARK: Targets

    /// Goes to the next entry, which then plays, or is loaded if nothing plays.
    ///
    /// - Throws: Status 66 at the end of the queue; the error of one that cannot be loaded, and then
    ///   nothing has changed.
    func next() async throws {
        guard let index = queue.list.nextIndex else {
            throw RequestError(.noInput, "end of queue")
        }
        try await aim(at: queue.list.entries[index], consumes: true)
    }

    /// Goes to the previous entry.
    ///
    /// - Throws: Status 66 at the start of the queue; otherwise as ``next()``.
    func previous() async throws {
        guard let index = queue.list.previousIndex else {
            throw RequestError(.noInput, "start of queue: no previous file")
        }
        try await aim(at: queue.list.entries[index])
    }

    /// Goes to an entry.
    ///
    /// - Parameter entry: The entry.
    /// - Throws: Status 64 for an entry that does not exist; otherwise as ``next()``.
    func jump(to entry: EntryAddress) async throws {
        try await aim(at: queue.list.entries[queue.index(of: entry)])
    }

    /// Loads an entry, and then makes it the current one; see ``go(to:consumes:)``.
    private func aim(at entry: PlayQueue.Entry, consumes: Bool = false) async throws {
        // It would start instead.
        playback.withdrawFollowing()
        if let loaded = queue.next, loaded.entry == entry.number {
            queue.dropTarget()
            return try arrive(at: entry, with: loaded, nil, consumes)
        }
        switch await queue.loadTarget(entry) {
        case nil: break
        case (.success((let piece, let file)), _)?:
            try arrive(at: entry, with: piece, file, consumes)
        case (.failure(let error), let isOverdue)?:
            stay(isOverdue: isOverdue)
            throw error
        }
    }

    /// Makes a loaded entry the current one; plays it unless playback is paused or stopped.
    private func arrive(
        at entry: PlayQueue.Entry,
        with piece: LoadedPiece,
        _ file: PieceFile?,
        _ consumes: Bool
    ) throws(RequestError) {
        guard queue.arrive(at: entry, consumes: consumes) else { return }
        if let file { queue.keep(file) }
        take(piece)
        if run.state == .playing {
            try controls.start(at: 0, .started)
        } else {
            playback.locate(at: 0)
            run.report(.located)
        }
    }

    /// Continues with the current entry, since the requested one cannot be loaded or is not wanted
    /// any more.
    func stay(isOverdue: Bool) {
        guard run.state == .playing else { return }
        if isOverdue {
            goBehindCurrent()
        } else if playback.isUnderWay {
            queue.prepareNext()
        } else if piece != nil {
            // It was loaded meanwhile, and has not started.
            controls.begin(at: playback.resumePosition, .continued)
        }
    }

    // MARK: Ends

    /// The piece before has ended, and the next one plays.
    func nextBegan(wasWithdrawn: Bool) {
        guard queue.list.current != nil else { return }
        onEnd()
        controls.endPracticeOfPiece()
        run.report(.ended)
        queue.advance()
        pieceChanged()
        if let piece { run.restartCues(at: piece.start) }
        controls.takeRampSpeed()
        run.report(.started)
        // It was withdrawn because a setting changed, which it is to have too.
        if wasWithdrawn { controls.applySettings() } else { queue.prepareNext() }
    }

    /// Continues after the piece, which has ended.
    func pieceEnded() {
        onEnd()
        controls.endPracticeOfPiece()
        run.report(.ended)
        guard run.state == .playing else { return }
        guard queue.list.target != nil else {
            return run.following.isOn ? controls.endFollowed() : goBehindCurrent()
        }
        // A piece that was withdrawn may have begun.
        run.engine.halt()
        queue.setOverdue(true)
    }

    /// Goes to the entry after the current one, which has ended.
    func goBehindCurrent() {
        guard queue.list.current != nil else { return }
        if let index = queue.list.followingIndex {
            go(to: index, consumes: true)
        } else {
            // A piece that was withdrawn may have begun.
            run.engine.halt()
            run.enter(.stopped)
            queue.end()
            if piece?.entry != queue.list.current?.number {
                // It was removed because it has been played.
                unload()
                playback.locate(at: 0)
            }
            run.report(.stopped)
        }
    }

    // MARK: Restoring

    /// The restored state of the current entry, if that could not be loaded.
    var unrestoredState: DaemonState? {
        unrestored.flatMap { $0.entry == queue.list.current?.number ? $0.state : nil }
    }

    /// Notes that the current entry could not be loaded: its file may be there again at the next start.
    func keepUnrestored(_ state: DaemonState, of entry: PlayQueue.Entry) {
        unrestored = (entry.number, state)
    }
}
