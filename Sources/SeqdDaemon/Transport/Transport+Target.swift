import ControlProtocol
import Playback

/// Going to another entry of the queue: the current one plays until that is loaded.
extension Transport {
    /// Goes to the next entry, which then plays, or is loaded if nothing plays.
    ///
    /// - Throws: Status 66 at the end of the queue; the error of one that cannot be loaded, and then
    ///   nothing has changed.
    func next() async throws {
        guard let index = queue.nextIndex else {
            throw RequestError(.noInput, "end of queue")
        }
        try await aim(at: queue.entries[index], consumes: true)
    }

    /// Goes to the previous entry.
    ///
    /// - Throws: Status 66 at the start of the queue; otherwise as ``next()``.
    func previous() async throws {
        guard let index = queue.previousIndex else {
            throw RequestError(.noInput, "start of queue: no previous file")
        }
        try await aim(at: queue.entries[index])
    }

    /// Goes to an entry.
    ///
    /// - Parameter entry: The entry.
    /// - Throws: Status 64 for an entry that does not exist; otherwise as ``next()``.
    func jump(to entry: EntryAddress) async throws {
        try await aim(at: queue.entries[index(of: entry)])
    }

    /// Loads an entry, and then makes it the current one.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - consumes: Whether the current one is removed if played ones are.
    /// - Throws: As ``next()``.
    private func aim(at entry: PlayQueue.Entry, consumes: Bool = false) async throws {
        // It would start instead.
        playback.withdrawFollowing()
        if let loaded = nextPiece.piece, loaded.entry == entry.number {
            loader.tickets.cancel(.target)
            queue.dropTarget()
            return try arrive(at: entry, with: loaded, nil, consumes)
        }
        queue.aim(at: entry.number)
        // Another request may come meanwhile.
        guard let result = await load(entry, for: .target) else { return }
        guard let target = queue.dropTarget() else {
            if case .success((let piece, _)) = result { loader.release(piece) }
            return
        }
        switch result {
        case .success((let piece, let file)):
            try arrive(at: entry, with: piece, file, consumes)
        case .failure(let error):
            stay(isOverdue: target.isOverdue)
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
        guard queue.arrive(at: entry.number, consumes: consumes) else { return }
        // No load that runs is wanted any more.
        loader.tickets.cancel(.current, .version)
        forgetNext()
        if let file { keep(file) }
        take(piece)
        if state == .playing {
            try start(at: 0, .started)
        } else {
            playback.locate(at: 0)
            run.report(.located)
        }
    }

    /// Continues with the current entry, since the requested one cannot be loaded or is not wanted
    /// any more.
    func stay(isOverdue: Bool) {
        guard state == .playing else { return }
        if isOverdue {
            goBehindCurrent()
        } else if playback.isUnderWay {
            prepareNext()
        } else if piece != nil {
            // It was loaded meanwhile, and has not started.
            begin(at: playback.resumePosition, .continued)
        }
    }
}
