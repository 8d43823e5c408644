import ControlProtocol
import NIOCore
import Playback

/// Going to another entry of the queue: what plays, plays on until that is loaded.
extension Transport {
    /// Goes to the next entry.
    ///
    /// - Returns: Completes when it plays, or is loaded where nothing plays; fails where it cannot be
    ///   loaded, and then nothing has changed.
    /// - Throws: Status 66 at the end of the queue.
    func next() throws(RequestError) -> EventLoopFuture<Void> {
        guard let index = queue.nextIndex else {
            throw RequestError(.noInput, "end of queue")
        }
        return aim(at: queue.entries[index])
    }

    /// Goes to the entry before.
    ///
    /// - Returns: As ``next()``.
    /// - Throws: Status 66 at the beginning of the queue.
    func previous() throws(RequestError) -> EventLoopFuture<Void> {
        guard let index = queue.previousIndex else {
            throw RequestError(.noInput, "start of queue: no previous file")
        }
        return aim(at: queue.entries[index])
    }

    /// Loads an entry, and makes it the current one then.
    private func aim(at entry: PlayQueue.Entry) -> EventLoopFuture<Void> {
        // It would begin in its place.
        playback.withdrawFollowing()
        let settled = eventLoop.makePromise(of: Void.self)
        if let loaded = following, loaded.entry == entry.number {
            tickets.cancel(.target)
            queue.dropTarget()
            settled.completeWith(Result { try arrive(at: entry, with: loaded, nil) })
            return settled.futureResult
        }
        let ticket = tickets.ask(for: .target)
        queue.aim(at: entry.number)
        reading(entry.path) { load(entry, for: ticket) }.assumeIsolated().whenComplete { result in
            guard self.tickets.settle(ticket) != nil, let target = self.queue.dropTarget() else {
                // Something else was asked for meanwhile.
                if case .success((let song, _)) = result { Self.letGo(song, on: self.loader) }
                return settled.succeed()
            }
            switch result {
            case .success((let song, let file)):
                settled.completeWith(Result { try self.arrive(at: entry, with: song, file) })
            case .failure(let error):
                self.stay(isOverdue: target.isOverdue)
                settled.fail(error)
            }
        }
        return settled.futureResult
    }

    /// Makes a loaded entry the current one; plays it unless playing is paused or stopped.
    private func arrive(
        at entry: PlayQueue.Entry,
        with song: LoadedPiece,
        _ file: PieceFile?
    ) throws(RequestError) {
        guard queue.arrive(at: entry.number) else { return }
        // Whatever was being loaded is not wanted any more.
        tickets.cancel(.current, .version)
        forgetFollowing()
        if let file { keep(file) }
        take(song)
        if state == .playing {
            try startSong(at: 0, .started)
        } else {
            playback.locate(at: 0)
            tell(.located)
        }
    }

    /// Goes on with the current entry, since the one that was asked for cannot be loaded or is not
    /// wanted any more.
    func stay(isOverdue: Bool) {
        guard state == .playing else { return }
        if isOverdue {
            goBehindCurrent()
        } else if playback.isUnderWay {
            prepareFollowing()
        } else if song != nil {
            // It was loaded meanwhile and not begun.
            begin(at: playback.resumePosition, .continued)
        }
    }
}
