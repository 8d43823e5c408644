import ControlProtocol
import NIOCore
import Playback

/// Going to another entry of the queue: what plays, plays on until that is loaded.
extension Transport {
    /// An entry that is being loaded to take the place of the current one.
    struct Target: Hashable {
        /// The entry's number.
        var entry: Int
        /// The number of its load.
        var load: Int
        /// Whether the current one has come to its end meanwhile.
        var isOverdue = false
    }

    /// Goes to the next entry.
    ///
    /// - Returns: Completes when it plays, or is loaded where nothing plays; fails where it cannot be
    ///   loaded, and then nothing has changed.
    /// - Throws: Status 66 at the end of the queue.
    func next() throws(CommandFailure) -> EventLoopFuture<Void> {
        let place = targetPlace.map { $0 + 1 } ?? 0
        guard entries.indices.contains(place) else {
            throw CommandFailure(.noInput, "end of queue")
        }
        return aim(at: place)
    }

    /// Goes to the entry before.
    ///
    /// - Returns: As ``next()``.
    /// - Throws: Status 66 at the beginning of the queue.
    func previous() throws(CommandFailure) -> EventLoopFuture<Void> {
        guard let place = targetPlace, place > 0 else {
            throw CommandFailure(.noInput, "start of queue: no previous file")
        }
        return aim(at: place - 1)
    }

    /// The place in the queue to which playing is going, or where it is.
    private var targetPlace: Int? {
        target.flatMap { target in entries.firstIndex { $0.number == target.entry } } ?? current
    }

    /// Loads an entry, and makes it the current one then.
    private func aim(at place: Int) -> EventLoopFuture<Void> {
        let entry = entries[place]
        // It would begin in its place.
        playback.withdrawFollowing()
        let settled = eventLoop.makePromise(of: Void.self)
        if let loaded = following, loaded.entry == entry.number {
            target = nil
            settled.completeWith(Result { try arrive(at: entry, with: loaded, nil) })
            return settled.futureResult
        }
        targetLoads += 1
        let (asked, latest) = (targetLoads, latestTarget)
        // Where one was being loaded already, what plays may have ended while it was.
        let isOverdue = target?.isOverdue ?? false
        target = Target(entry: entry.number, load: asked, isOverdue: isOverdue)
        reading(entry.path) { load(entry, ifStill: { latest.value == asked }) }.whenComplete {
            result in
            guard let target = self.target, target.load == asked else {
                // Something else was asked for meanwhile.
                if case .success((let song, _)) = result { Self.letGo(song, on: self.loader) }
                return settled.succeed()
            }
            self.target = nil
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
        at entry: Entry,
        with song: LoadedPiece,
        _ file: PieceFile?
    ) throws(CommandFailure) {
        guard let place = entries.firstIndex(where: { $0.number == entry.number }) else { return }
        // Whatever was being loaded is not wanted any more.
        currentLoads += 1
        forgetFollowing()
        current = place
        hasEnded = false
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
