import ControlProtocol
import Logging
import NIOCore
import Playback
import SMF
import SamplerHost
import Sequencer

/// The queue of files, and what of it is loaded.
extension Transport {
    /// The most files that the queue takes.
    static let queueCapacity = 10_000

    /// What reading a file gave.
    struct Reading: Sendable {
        var song: PieceFile
        /// The length of each sequence.
        var lengths: [PieceLength]
    }

    static func read(
        _ path: String,
        _ options: PieceOptions,
        rate: Int
    ) throws(CommandFailure) -> Reading {
        guard path.hasPrefix("/") else {
            throw CommandFailure(.usage, "\(path): not an absolute path")
        }
        try CommandFailure.catching { () throws(PlaybackError) in
            try RegularFile.check(path)
        }
        let song = try PieceFile.load(path, reporting: .nothing, reading: options.reading)
        guard !song.file.tracks.isEmpty, !song.sequences.isEmpty else {
            throw CommandFailure(.data, "\(path): nothing to play: the file has no tracks")
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
    ) throws(CommandFailure) -> LoadedPiece {
        let (base, sequence) = arrangement.applied(to: file.sequences[index])
        var settings = fonts.settings
        let embeddedFont: EmbeddedFont?
        let rack: SamplerRack
        do throws(PlaybackError) {
            embeddedFont = try file.embeddedFont(
                into: &settings,
                orElse: "with embedded-font=off"
            )
            rack = try EmbeddedFont.catching(embeddedFont) { () throws(HostError) in
                try SamplerRack(
                    settings,
                    rate: rate,
                    maximumPeriod: maximumPeriod,
                    for: [sequence]
                )
            }
        } catch {
            throw CommandFailure(error)
        }
        return LoadedPiece(
            entry: entry,
            sequence: sequence,
            base: base,
            arrangement: arrangement,
            lyrics: LoadedPiece.lyrics(of: file, sequence: index),
            rack: rack,
            embeddedFont: embeddedFont
        )
    }

    /// Loads an entry of the queue anew.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - isWanted: Whether it still is to be loaded, asked on the loader's thread when its turn has
    ///     come.
    /// - Returns: The song, and its file.
    func load(
        _ entry: Entry,
        ifStill isWanted: @escaping @Sendable () -> Bool = { true }
    ) -> EventLoopFuture<(LoadedPiece, PieceFile)> {
        let (rate, fonts, period) = (rate, fonts, engine.settings.maximumPeriod)
        let arrangement = arrangement
        return onLoader {
            guard isWanted() else {
                throw CommandFailure(.interrupted, "\(entry.path): loading cancelled")
            }
            let reading = try Self.read(entry.path, entry.options, rate: rate)
            let index = (entry.pattern ?? 1) - 1
            guard reading.song.sequences.indices.contains(index) else {
                throw CommandFailure(.data, "\(entry.path): pattern \(index + 1) no longer exists")
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
        for finding in song.findings.filter({ $0.severity == .error }).prefix(PieceFile.reportLimit)
        {
            logger.warning("\(song.name): \(finding)")
        }
    }

    /// The queue, and the place in it of what plays, from 1.
    func queue() -> QueueListing {
        let tempo = arrangement.tempo
        let queue = entries.map { QueueEntry(path: $0.path, seconds: $0.length.seconds(at: tempo)) }
        return QueueListing(current: current.map { $0 + 1 }, entries: queue)
    }

    /// Empties the queue; what plays goes on, alone in it.
    func clear() {
        forgetFollowing()
        let dropped = target
        target = nil
        if let current, state != .stopped {
            entries = [entries[current]]
            self.current = 0
        } else {
            currentLoads += 1
            entries = []
            current = nil
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
        target = nil
        playback.withdrawFollowing()
        let entry = entries[place]
        let isPlaying = state == .playing
        if isPlaying { playback.halt() }
        current = place
        playback.locate(at: 0)
        hasEnded = false
        let loaded = following
        forgetFollowing()
        // Whatever was being loaded is not wanted any more.
        currentLoads += 1
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
        guard let current else { return eventLoop.makeSucceededVoidFuture() }
        currentLoads += 1
        let asked = currentLoads
        let entry = entries[current]
        let latest = latestLoad
        let settled = eventLoop.makePromise(of: Void.self)
        reading(entry.path) { load(entry, ifStill: { latest.value == asked }) }.whenComplete {
            result in
            guard asked == self.currentLoads else { return settled.succeed() }
            switch result {
            case .success((let song, let file)):
                self.keep(file)
                self.take(song)
                // Where another entry is being loaded in its place, it is begun only if that fails.
                if self.target != nil {
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
    private func fail(_ error: any Error, _ entry: Entry) -> EventLoopFuture<Void> {
        let failure = error as? CommandFailure ?? CommandFailure(.internal, "\(error)")
        log(.error, failure, file: entry.path)
        events(.error(failure, file: entry.path))
        guard state == .playing, let current else { return eventLoop.makeSucceededVoidFuture() }
        guard target == nil else {
            // Another one was asked for meanwhile; only where that fails too, what follows plays.
            target?.isOverdue = true
            return eventLoop.makeSucceededVoidFuture()
        }
        guard entries.indices.contains(current + 1) else {
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
        currentLoads += 1
        tellSongSubstitutions()
        if case .between = loop { loop = .off }
    }

    // MARK: What follows

    /// Loads what follows and gives it to the engine, so that it begins without a gap.
    func prepareFollowing() {
        guard state == .playing, target == nil, let current,
            entries.indices.contains(current + 1), !playback.hasFollowing, playback.isUnderWay,
            song?.entry == entries[current].number
        else { return }
        let entry = entries[current + 1]
        if let following, following.entry == entry.number {
            playback.follow(with: following)
            return
        }
        // Under way, or in vain: a file that cannot be read is told of when it is its turn.
        guard followingEntry != entry.number else { return }
        followingEntry = entry.number
        followingLoads += 1
        let asked = followingLoads
        reading(entry.path) { load(entry) }.whenSuccess { song, file in
            guard asked == self.followingLoads else { return }
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
        followingLoads += 1
    }

    /// Whether a song that begins is the one that is to follow.
    func follows(_ song: LoadedPiece) -> Bool {
        guard let following, following === song, let current, state == .playing, target == nil,
            entries.indices.contains(current + 1)
        else { return false }
        return song.entry == entries[current + 1].number
    }
}
