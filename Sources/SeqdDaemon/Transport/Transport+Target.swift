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
        return aim(at: queue.entries[index])
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
    /// - Parameter entry: Its number in the queue, from 1.
    /// - Returns: As ``next()``.
    /// - Throws: Status 64 for an entry that does not exist.
    func jump(to entry: Int) throws(RequestError) -> EventLoopFuture<Void> {
        try aim(at: queue.entries[index(of: entry)])
    }

    /// The index of an entry.
    ///
    /// - Parameter entry: Its number in the queue, from 1.
    /// - Returns: Its index.
    /// - Throws: Status 64 for an entry that does not exist.
    private func index(of entry: Int) throws(RequestError) -> Int {
        guard queue.entries.indices.contains(entry - 1) else {
            let count = queue.entries.count
            let range = count == 0 ? "the queue is empty" : "the queue has 1 to \(count)"
            throw RequestError(.usage, "no entry \(entry): \(range)")
        }
        return entry - 1
    }

    /// Removes entries; where the current one is among them, goes on with the one after them.
    ///
    /// - Parameter entries: Their numbers in the queue, from 1.
    /// - Throws: Status 64 for an entry that does not exist; nothing is removed then.
    func remove(_ entries: ClosedRange<Int>) throws(RequestError) {
        let (first, last) = (try index(of: entries.lowerBound), try index(of: entries.upperBound))
        edit { queue in queue.remove(first...last) }
        guard queue.currentIndex == nil, piece != nil || state != .stopped else { return }
        guard queue.entries.indices.contains(first) else {
            loader.tickets.cancel(.current, .version)
            stop()
            unload()
            playback.locate(at: 0)
            return
        }
        go(to: first)
    }

    /// Moves an entry to another place.
    ///
    /// - Parameters:
    ///   - entry: Its number in the queue, from 1.
    ///   - place: The number that it is to have.
    /// - Throws: Status 64 for an entry or a place that does not exist.
    func move(_ entry: Int, to place: Int) throws(RequestError) {
        let (from, to) = (try index(of: entry), try index(of: place))
        edit { queue in queue.move(from, to: to) }
    }

    /// Puts the entries into a random order, the current one first.
    func shuffle() {
        edit { queue in queue.shuffle() }
    }

    /// Changes the order of the queue, or its entries; the current one plays on.
    private func edit(_ change: (inout PlayQueue) -> Void) {
        // Another entry may follow.
        forgetNext()
        loader.tickets.cancel(.target)
        let dropped = queue.dropTarget()
        change(&queue)
        report(.changed)
        guard queue.currentIndex != nil else { return }
        if let dropped { stay(isOverdue: dropped.isOverdue) } else { prepareNext() }
    }

    /// Loads an entry, and then makes it the current one.
    private func aim(at entry: PlayQueue.Entry) -> EventLoopFuture<Void> {
        // It would start instead.
        playback.withdrawFollowing()
        let settled = eventLoop.makePromise(of: Void.self)
        if let loaded = nextPiece.piece, loaded.entry == entry.number {
            loader.tickets.cancel(.target)
            queue.dropTarget()
            settled.completeWith(Result { try arrive(at: entry, with: loaded, nil) })
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
                settled.completeWith(Result { try self.arrive(at: entry, with: piece, file) })
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
        _ file: PieceFile?
    ) throws(RequestError) {
        guard queue.arrive(at: entry.number) else { return }
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
