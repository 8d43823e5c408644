import ControlProtocol
import NIOCore
import Playback
import Sequencer

/// The queue, and the pieces of it that are loaded.
extension Transport {
    /// Makes an entry the current one; plays it from its start unless playback is paused or stopped.
    ///
    /// - Parameters:
    ///   - index: The entry's index.
    ///   - consumes: Whether the current one is removed if played ones are.
    /// - Returns: Completes when it plays or is not wanted any more; fails if neither it nor any
    ///   entry after it can be played.
    @discardableResult
    func go(to index: Int, consumes: Bool = false) -> EventLoopFuture<Void> {
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
            if isPlaying { begin(at: 0, .started) } else { report(.located) }
        } else if isPlaying {
            return loadCurrent(from: 0, .started)
        } else {
            report(.located)
        }
        return eventLoop.makeSucceededVoidFuture()
    }

    /// Loads the current entry, and plays it from a nominal frame if it is still to be played
    /// then; if it cannot be loaded, goes to the next one.
    ///
    /// - Returns: As ``go(to:)``.
    @discardableResult
    func loadCurrent(
        from frame: Int64,
        _ change: TransportChange.Change,
        _ countIn: CountIn? = nil
    ) -> EventLoopFuture<Void> {
        guard let entry = queue.current else { return eventLoop.makeSucceededVoidFuture() }
        loader.tickets.cancel(.version)
        let settled = eventLoop.makePromise(of: Void.self)
        load(entry, for: .current) { result in
            switch result {
            case nil:
                settled.succeed()
            case .success((let piece, let file))?:
                self.keep(file)
                self.take(piece)
                // If another entry is being loaded instead, this one starts only if that fails.
                if self.queue.target != nil {
                    self.playback.locate(at: frame)
                } else if self.state == .playing {
                    self.begin(at: frame, change, countIn)
                }
                settled.succeed()
            case .failure(let error)?:
                settled.completeWith(self.passOver(entry, error))
            }
        }
        return settled.futureResult
    }

    /// Loads an entry for the first time.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - purpose: The purpose of the load; any other for it is cancelled.
    ///   - completion: Called with the result; `nil` if it is not wanted any more.
    func load(
        _ entry: PlayQueue.Entry,
        for purpose: LoadTickets.Purpose,
        _ completion: @escaping (Result<(LoadedPiece, PieceFile), any Error>?) -> Void
    ) {
        let (loader, arrangement) = (loader, arrangement)
        let ticket = loader.tickets.ask(for: purpose)
        versions.reading(entry.path) {
            loader.load(entry, arrangement, for: ticket)
        }.assumeIsolated().whenComplete { result in
            guard loader.tickets.settle(ticket) != nil else {
                if case .success((let piece, _)) = result { loader.release(piece) }
                return completion(nil)
            }
            completion(result)
        }
    }

    /// Reports that an entry cannot be played, and goes on after it.
    ///
    /// - Returns: As ``go(to:)``.
    private func passOver(_ entry: PlayQueue.Entry, _ error: any Error) -> EventLoopFuture<Void> {
        let failure = RequestError(completing: error)
        reporter.report(failure, file: entry.path)
        guard state == .playing, queue.current != nil else {
            return eventLoop.makeSucceededVoidFuture()
        }
        guard queue.target == nil else {
            // Another entry is being loaded; the one after this plays only if that fails too.
            queue.setOverdue(true)
            return eventLoop.makeSucceededVoidFuture()
        }
        failures += 1
        // A queue that is repeated may have no file that can be played.
        guard let next = queue.followingIndex, failures < queue.entries.count,
            queue.entries[next].number != entry.number
        else {
            failures = 0
            state = .stopped
            report(.stopped)
            return eventLoop.makeFailedFuture(failure)
        }
        return go(to: next)
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
        cancelScheduled(because: "the file was unloaded")
        playback.load(nil)
        endLoop()
    }

    /// Called after another piece has become the loaded one.
    func pieceChanged() {
        cancelScheduled(because: "another file was loaded")
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
        load(entry, for: .following) { result in
            guard case .success((let next, let file))? = result else { return }
            self.nextPiece.keep(next)
            self.keep(file)
            self.prepareNext()
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
