import ControlProtocol
import Playback
import Sequencer

/// The queue, and the pieces of it that are loaded.
extension Transport {
    /// Makes an entry the current one; plays it from its start unless playback is paused or stopped.
    ///
    /// - Parameters:
    ///   - index: The entry's index.
    ///   - consumes: Whether the current one is removed if played ones are.
    /// - Returns: Settled when it plays or is not wanted any more; fails if neither it nor any entry
    ///   after it can be played.
    @discardableResult
    func go(to index: Int, consumes: Bool = false) -> Pending<Void> {
        playback.withdrawFollowing()
        let entry = queue.entries[index]
        let isPlaying = state == .playing
        if isPlaying { playback.halt() }
        queue.go(to: index, consumes: consumes)
        playback.locate(at: 0)
        let loaded = nextPiece.piece
        forgetNext()
        // No load that runs is wanted any more.
        loader.tickets.cancel(.current, .target, .version)
        unload()
        if let loaded, loaded.entry == entry.number {
            take(loaded)
            if isPlaying { begin(at: 0, .started) } else { run.report(.located) }
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
        guard let entry = queue.current else { return }
        loader.tickets.cancel(.version)
        switch await load(entry, for: .current) {
        case nil: break
        case .success((let piece, let file))?:
            keep(file)
            take(piece)
            // If another entry is being loaded instead, this one starts only if that fails.
            if queue.target != nil {
                playback.locate(at: frame)
            } else if state == .playing {
                begin(at: frame, change, countIn)
            }
        case .failure(let error)?: try await passOver(entry, error)
        }
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
        let (loader, arrangement) = (loader, arrangement)
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

    /// Reports that an entry cannot be played, and continues after it.
    ///
    /// - Throws: If no entry after it can be played.
    private func passOver(_ entry: PlayQueue.Entry, _ error: any Error) async throws {
        let failure = RequestError(completing: error)
        reporter.report(failure, file: entry.path)
        guard state == .playing, queue.current != nil else { return }
        guard queue.target == nil else {
            // Another entry is being loaded; the one after this plays only if that fails too.
            queue.setOverdue(true)
            return
        }
        failures += 1
        // A queue that is repeated may have no file that can be played.
        guard let next = queue.followingIndex, failures < queue.entries.count,
            queue.entries[next].number != entry.number
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
        endPracticeOfPiece()
        playback.load(atTempo(piece))
        takeRampSpeed()
        reportMissingParts()
        pieceChanged()
    }

    /// A piece at the tempo that is set, which may have changed while it was loaded.
    func atTempo(_ piece: LoadedPiece) -> LoadedPiece {
        let tempo = usedTempo
        return piece.arrangement.tempo == tempo ? piece : piece.at(tempo, rate: rate)
    }

    /// Releases the loaded piece.
    func unload() {
        run.cancelScheduled(because: "the file was unloaded")
        playback.load(nil)
        endLoop()
    }

    /// Called after another piece has become the loaded one.
    func pieceChanged() {
        run.cancelScheduled(because: "another file was loaded")
        loader.tickets.cancel(.current, .version)
        reportPieceSubstitutions()
        endLoop()
    }

    // MARK: The next piece

    /// Loads the next entry and gives it to the engine, so that it starts without a gap.
    func prepareNext() {
        guard state == .playing, !following.isOn, playback.practice == nil, queue.target == nil,
            let entry = queue.following, !playback.hasFollowing, playback.isUnderWay,
            piece?.entry == queue.current?.number
        else { return }
        if let next = nextPiece.piece, next.entry == entry.number {
            playback.follow(with: next)
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
        playback.withdrawFollowing()
        nextPiece.forget()
        loader.tickets.cancel(.following)
    }

    /// Whether a piece that starts is the one that is to follow.
    func mayFollow(_ piece: LoadedPiece) -> Bool {
        guard nextPiece.piece === piece, state == .playing, !following.isOn,
            playback.practice == nil, queue.target == nil
        else {
            return false
        }
        return piece.entry == queue.following?.number
    }
}
