import ControlProtocol
import NIOCore
import Playback

/// Going to another entry of the queue: the current one plays until that is loaded.
extension Transport {
    /// Goes to the next entry.
    ///
    /// - Returns: Completes when it plays, or is loaded if nothing plays; fails if it cannot be
    ///   loaded, and then nothing has changed.
    /// - Throws: Status 66 at the end of the queue.
    func next() throws(RequestError) -> EventLoopFuture<Void> {
        guard let index = queue.nextIndex else {
            throw RequestError(.noInput, "end of queue")
        }
        return aim(at: queue.entries[index], consumes: true)
    }

    /// Goes to the previous entry.
    ///
    /// - Returns: As ``next()``.
    /// - Throws: Status 66 at the start of the queue.
    func previous() throws(RequestError) -> EventLoopFuture<Void> {
        guard let index = queue.previousIndex else {
            throw RequestError(.noInput, "start of queue: no previous file")
        }
        return aim(at: queue.entries[index])
    }

    /// Goes to an entry.
    ///
    /// - Parameter entry: The entry.
    /// - Returns: As ``next()``.
    /// - Throws: Status 64 for an entry that does not exist.
    func jump(to entry: EntryAddress) throws(RequestError) -> EventLoopFuture<Void> {
        try aim(at: queue.entries[index(of: entry)])
    }

    /// Loads an entry, and then makes it the current one.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - consumes: Whether the current one is removed if played ones are.
    /// - Returns: As ``next()``.
    private func aim(
        at entry: PlayQueue.Entry,
        consumes: Bool = false
    ) -> EventLoopFuture<Void> {
        // It would start instead.
        playback.withdrawFollowing()
        let settled = eventLoop.makePromise(of: Void.self)
        if let loaded = nextPiece.piece, loaded.entry == entry.number {
            loader.tickets.cancel(.target)
            queue.dropTarget()
            settled.completeWith(Result { try arrive(at: entry, with: loaded, nil, consumes) })
            return settled.futureResult
        }
        queue.aim(at: entry.number)
        load(entry, for: .target) { result in
            // Another request came meanwhile.
            guard let result else { return settled.succeed() }
            guard let target = self.queue.dropTarget() else {
                if case .success((let piece, _)) = result { self.loader.release(piece) }
                return settled.succeed()
            }
            switch result {
            case .success((let piece, let file)):
                settled.completeWith(
                    Result { try self.arrive(at: entry, with: piece, file, consumes) }
                )
            case .failure(let error):
                self.stay(isOverdue: target.isOverdue)
                settled.fail(error)
            }
        }
        return settled.futureResult
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
            report(.located)
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
