import ControlProtocol
import Logging
import NIOCore
import Playback
import SMF
import SamplerHost
import Sequencer

/// The queue of files, and what of it is loaded.
extension Transport {
    /// What reading a file gave.
    struct Reading: Sendable {
        var song: PieceFile
        /// The length of each sequence.
        var lengths: [PieceLength]
    }

    static func read(
        _ path: String,
        _ options: PlaySettings,
        hint: PieceFile.Hint,
        rate: Int
    ) throws(RequestError) -> Reading {
        guard path.hasPrefix("/") else {
            throw RequestError(.usage, "\(path): not an absolute path")
        }
        let song = try RequestError.catching { () throws(PlaybackError) in
            try RegularFile.check(path)
            return try PieceFile(path, options.reading(), hint: hint)
        }
        guard !song.file.tracks.isEmpty, !song.sequences.isEmpty else {
            throw RequestError(.data, "\(path): nothing to play: the file has no tracks")
        }
        return Reading(
            song: song,
            lengths: song.sequences.map { PieceLength($0, rate: rate) }
        )
    }

    /// Makes the samplers for a sequence.
    static func load(
        _ file: PieceFile,
        sequence index: Int,
        entry: Int,
        _ arrangement: Arrangement,
        _ fonts: FontStack,
        rate: Int,
        maximumPeriod: Int
    ) throws(RequestError) -> LoadedPiece {
        try RequestError.catching { () throws(PlaybackError) in
            try LoadedPiece(
                Piece(file.sequences[index], of: file, PlaySettings(), arrangement, rate: rate),
                of: file,
                sequence: index,
                entry: entry,
                on: fonts.settings,
                rate: rate,
                maximumPeriod: maximumPeriod,
                orElse: "with embedded-font=off"
            )
        }
    }

    /// Loads an entry of the queue anew.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - ticket: The load's ticket: where that is not wanted any more when the load's turn has
    ///     come, nothing is read; `nil` loads in any case.
    /// - Returns: The song, and its file.
    func load(
        _ entry: PlayQueue.Entry,
        for ticket: Int? = nil
    ) -> EventLoopFuture<(LoadedPiece, PieceFile)> {
        let (rate, fonts, period) = (rate, fonts, engine.settings.maximumPeriod)
        let (arrangement, tickets, hint) = (arrangement, tickets, settings.fileHint)
        return onLoader {
            guard ticket.map(tickets.isWanted) ?? true else {
                throw RequestError(.busy, "\(entry.path): loading cancelled")
            }
            let reading = try Self.read(entry.path, entry.settings, hint: hint, rate: rate)
            let index = (entry.pattern ?? 1) - 1
            guard reading.song.sequences.indices.contains(index) else {
                throw RequestError(.data, "\(entry.path): pattern \(index + 1) no longer exists")
            }
            let song = try Self.load(
                reading.song,
                sequence: index,
                entry: entry.number,
                arrangement,
                fonts,
                rate: rate,
                maximumPeriod: period
            )
            return (song, reading.song)
        }
    }

    /// Logs where music was lost or guessed, and what came with it and is not played.
    func report(_ song: PieceFile) {
        if song.soundBank == .soundFont, !song.isSoundBankWanted {
            logger.info("\(song.name): contains a SoundFont; embedded-font=on plays it")
        }
        let errors = song.diagnostics.filter { $0.severity == .error }
        for diagnostic in errors.prefix(PieceFile.reportLimit) {
            logger.warning("\(song.name): \(diagnostic)")
        }
    }

    /// The queue, and the place in it of what plays, from 1.
    func queueListing() -> QueueListing {
        let tempo = arrangement.tempo
        return QueueListing(
            current: queue.currentIndex.map { $0 + 1 },
            entries: queue.entries.map {
                QueueEntry(path: $0.path, seconds: $0.length.seconds(at: tempo))
            }
        )
    }

    /// Empties the queue; what plays goes on, alone in it.
    func clear() {
        forgetFollowing()
        tickets.cancel(.target)
        let dropped = queue.dropTarget()
        if queue.current != nil, state != .stopped {
            queue.clear(keepsCurrent: true)
        } else {
            tickets.cancel(.current, .version)
            queue.clear(keepsCurrent: false)
            unload()
            playback.locate(at: 0)
        }
        tell(.changed)
        if let dropped { stay(isOverdue: dropped.isOverdue) }
    }

    /// Makes an entry the current one; plays it from its start unless playing is paused or stopped.
    ///
    /// - Returns: Completes when it plays or is not wanted any more; fails where neither it nor
    ///   anything behind it can be played.
    @discardableResult
    func go(to place: Int) -> EventLoopFuture<Void> {
        playback.withdrawFollowing()
        let entry = queue.entries[place]
        let isPlaying = state == .playing
        if isPlaying { playback.halt() }
        queue.go(to: place)
        playback.locate(at: 0)
        let loaded = following
        forgetFollowing()
        // Whatever was being loaded is not wanted any more.
        tickets.cancel(.current, .target, .version)
        unload()
        if let loaded, loaded.entry == entry.number {
            take(loaded)
            if isPlaying { begin(at: 0, .started) } else { tell(.located) }
        } else if isPlaying {
            return loadCurrent(from: 0, .started)
        } else {
            tell(.located)
        }
        return eventLoop.makeSucceededVoidFuture()
    }

    /// Loads the current entry, and plays it from a nominal frame if it is still to be played
    /// then; where it cannot be loaded, goes on to the next one.
    ///
    /// - Returns: Completes when it plays or is not wanted any more; fails where neither it nor
    ///   anything behind it can be played.
    @discardableResult
    func loadCurrent(
        from frame: Int64,
        _ change: TransportChange.Change,
        _ countIn: CountIn? = nil
    ) -> EventLoopFuture<Void> {
        guard let entry = queue.current else { return eventLoop.makeSucceededVoidFuture() }
        tickets.cancel(.version)
        let ticket = tickets.ask(for: .current)
        let settled = eventLoop.makePromise(of: Void.self)
        reading(entry.path) { load(entry, for: ticket) }.assumeIsolated().whenComplete { result in
            guard self.tickets.settle(ticket) != nil else {
                if case .success((let song, _)) = result { Self.letGo(song, on: self.loader) }
                return settled.succeed()
            }
            switch result {
            case .success((let song, let file)):
                self.keep(file)
                self.take(song)
                // Where another entry is being loaded in its place, it is begun only if that fails.
                if self.queue.target != nil {
                    self.playback.locate(at: frame)
                } else if self.state == .playing {
                    self.begin(at: frame, change, countIn)
                }
                settled.succeed()
            case .failure(let error):
                settled.completeWith(self.fail(error, entry))
            }
        }
        return settled.futureResult
    }

    /// Tells that a file of the queue cannot be played, and goes on behind it.
    ///
    /// - Returns: As ``go(to:)``.
    private func fail(_ error: any Error, _ entry: PlayQueue.Entry) -> EventLoopFuture<Void> {
        let failure = error as? RequestError ?? RequestError(.software, "\(error)")
        log(.error, failure, file: entry.path)
        events(.error(failure, file: entry.path))
        guard state == .playing, let current = queue.currentIndex else {
            return eventLoop.makeSucceededVoidFuture()
        }
        guard queue.target == nil else {
            // Another one was asked for meanwhile; only where that fails too, what follows plays.
            queue.setOverdue(true)
            return eventLoop.makeSucceededVoidFuture()
        }
        guard queue.following != nil else {
            state = .stopped
            tell(.stopped)
            return eventLoop.makeFailedFuture(failure)
        }
        return go(to: current + 1)
    }

    /// Makes a song the loaded one.
    func take(_ song: LoadedPiece) {
        playback.load(atTempo(song))
        tookSong()
    }

    /// A song at the tempo that is set, which may have been while it was loaded.
    func atTempo(_ song: LoadedPiece) -> LoadedPiece {
        song.arrangement.tempo == arrangement.tempo ? song : song.at(arrangement.tempo, rate: rate)
    }

    /// Lets go of what is loaded.
    func unload() {
        cancelActions()
        playback.load(nil)
        if case .between = loop { loop = .off }
    }

    /// The playback has a song that it had not before.
    func tookSong() {
        cancelActions()
        tickets.cancel(.current, .version)
        tellSongSubstitutions()
        if case .between = loop { loop = .off }
    }

    // MARK: What follows

    /// Loads what follows and gives it to the engine, so that it begins without a gap.
    func prepareFollowing() {
        guard state == .playing, queue.target == nil, let entry = queue.following,
            !playback.hasFollowing, playback.isUnderWay, song?.entry == queue.current?.number
        else { return }
        if let following, following.entry == entry.number {
            playback.follow(with: following)
            return
        }
        // Under way, or in vain: a file that cannot be read is told of when it is its turn.
        guard followingEntry != entry.number else { return }
        followingEntry = entry.number
        let ticket = tickets.ask(for: .following)
        reading(entry.path) { load(entry) }.assumeIsolated().whenSuccess { song, file in
            guard self.tickets.settle(ticket) != nil else {
                return Self.letGo(song, on: self.loader)
            }
            self.followingEntry = nil
            self.keep(file)
            self.following = song
            self.prepareFollowing()
        }
    }

    /// Takes back what was loaded to follow, or is being loaded.
    func forgetFollowing() {
        playback.withdrawFollowing()
        following = nil
        followingEntry = nil
        tickets.cancel(.following)
    }

    /// Whether a song that begins is the one that is to follow.
    func follows(_ song: LoadedPiece) -> Bool {
        guard let following, following === song, state == .playing, queue.target == nil else {
            return false
        }
        return song.entry == queue.following?.number
    }
}
