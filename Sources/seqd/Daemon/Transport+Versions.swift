import Logging
import NIOCore
import SamplerHost
import Sequencer

/// Other versions of what plays: at another tempo, with a click, or of a file that has changed.
extension Transport {
    /// Plays all at one tempo; `nil` for the files' own.
    func setTempo(_ tempo: Tempo?) {
        arrangement.tempo = tempo
        forgetFollowing()
        let before = song
        playback.setTempo(tempo)
        moveActions(from: before)
        if let before, let song, let frame = waitingVersion?.frame {
            waitingVersion?.frame = song.sameFrame(frame, of: before, rate: rate)
        }
        lastCueTick = nil
        settleLoop()
        changed()
        if song !== before { tellTempo() }
    }

    /// Whether notes that sound already where playing goes are begun there.
    func setChasesNotes(_ isOn: Bool) {
        playback.chasesNotes = isOn
        tell(.changed)
    }

    /// Gives what plays a click, or none.
    ///
    /// - Returns: Completes when it has.
    func setMetronome(_ isOn: Bool) -> EventLoopFuture<Void> {
        playback.isMetronomeOn = isOn
        guard isOn else {
            changed()
            return eventLoop.makeSucceededVoidFuture()
        }
        return addClick().map { self.changed() }
    }

    /// Gives what plays and what follows a sampler for clicks, heard or not.
    ///
    /// - Returns: Completes when it has.
    func addClick() -> EventLoopFuture<Void> {
        if !arrangement.hasMetronome {
            // Once there was a click, all have it.
            arrangement.hasMetronome = true
            forgetFollowing()
        }
        guard let song, !song.arrangement.hasMetronome else {
            return eventLoop.makeSucceededVoidFuture()
        }
        return loadVersion().map { version, file in
            if let version { self.play(version, file) }
        }
    }

    // MARK: Files that change

    private static var versionInterval: TimeAmount { .milliseconds(10) }

    /// Reads files again when they change, or does not.
    ///
    /// - Parameters:
    ///   - isOn: Whether it does.
    ///   - time: When what has changed takes over.
    /// - Throws: Status 69 where they cannot be watched.
    func setWatch(_ isOn: Bool, _ time: VersionTime) throws(CommandFailure) {
        let isOther = time != versionTime
        versionTime = time
        guard isOn != (fileWatch != nil) else {
            if isOther { tell(.changed) }
            return
        }
        fileWatch?.end()
        fileWatch = nil
        if isOn {
            let loop = eventLoop
            // Held as long as the thread runs; shutDown() ends that.
            let transport = self
            let watch = try FileWatch { failure in
                loop.execute { transport.logger.warning("\(failure)") }
            } whenChanged: { paths in
                loop.execute { transport.filesChanged(paths) }
            }
            watch.start()
            fileWatch = watch
            for path in Set(entries.map(\.path)) { self.watch(path) }
            noteVersion()
        } else {
            versions = [:]
            dropWaitingVersion()
        }
        tell(.changed)
    }

    /// Remembers what stands in the file that plays, which was read when nobody watched it.
    private func noteVersion() {
        guard let path = currentPath else { return }
        onLoader { try SongFile.load(path, reporting: .nothing) }.whenSuccess { file in
            guard self.fileWatch != nil, self.versions[path] == nil else { return }
            self.versions[path] = file
        }
    }

    /// Remembers what was read of a file where it is watched.
    func keep(_ file: SongFile) {
        guard fileWatch != nil else { return }
        let wanted = Set([currentPath, following.flatMap { path(of: $0) }].compactMap { $0 })
        versions = versions.filter { wanted.contains($0.key) }
        versions[file.path] = file
    }

    /// Watches a file where that is wanted.
    private func watch(_ path: String) {
        guard let fileWatch else { return }
        do throws(CommandFailure) {
            try fileWatch.add(path)
        } catch {
            logger.warning("\(error)")
        }
    }

    /// Reads a file for the first time; where it changes meanwhile, it is read again behind it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - read: Reads it.
    /// - Returns: What that gives.
    func reading<Value: Sendable>(
        _ path: String,
        _ read: () -> EventLoopFuture<Value>
    ) -> EventLoopFuture<Value> {
        watch(path)
        reads[path, default: 0] += 1
        return read().always { _ in
            let left = (self.reads[path] ?? 1) - 1
            self.reads[path] = left > 0 ? left : nil
            guard left <= 0, self.changedMeanwhile.remove(path) != nil else { return }
            // When what was read has been taken.
            self.eventLoop.execute { self.filesChanged([path]) }
        }
    }

    private func path(of song: Song) -> String? {
        entries.first { $0.number == song.entry }?.path
    }

    private func filesChanged(_ paths: Set<String>) {
        guard fileWatch != nil else { return }
        changedMeanwhile.formUnion(paths.filter { reads[$0] != nil })
        if let current, entries.indices.contains(current + 1),
            paths.contains(entries[current + 1].path)
        {
            forgetFollowing()
        }
        guard let path = currentPath, paths.contains(path), let song else {
            prepareFollowing()
            return
        }
        loadVersion().whenComplete { result in
            switch result {
            case .success((let version?, let file)):
                self.reload(version, file, of: song)
            case .success:
                break
            case .failure(let error):
                let failure = error as? CommandFailure ?? CommandFailure(.internal, "\(error)")
                self.refuse(failure, path)
            }
        }
    }

    /// Tells why what plays goes on as it was, though its file has changed.
    private func refuse(_ failure: CommandFailure, _ path: String) {
        logger.warning("\(failure); the version before plays on")
        events(.error(failure, file: path))
        prepareFollowing()
    }

    private func reload(_ version: Song, _ file: SongFile, of song: Song) {
        let before = versions[file.path]
        do throws(CommandFailure) {
            if let before { try file.checkVersion(after: before) }
        } catch {
            refuse(error, file.path)
            return
        }
        let changes = before.map { VersionChanges(from: $0, to: file) }
        // Whatever waits is older.
        dropWaitingVersion()
        // Written anew with the same content.
        if let changes, changes.sentences.isEmpty, version.arrangement == song.arrangement {
            // The one that follows may have been forgotten.
            prepareFollowing()
            return
        }
        if versionTime == .bar, state == .playing, version.arrangement == song.arrangement,
            let bar = playback.nextBar()
        {
            waitingVersion = (version, file, bar)
            versionTimer = eventLoop.scheduleRepeatedTask(
                initialDelay: .zero,
                delay: Self.versionInterval
            ) { [weak self] _ in self?.takeWaitingVersion() }
            return
        }
        reload(version, file)
    }

    func dropWaitingVersion() {
        waitingVersion = nil
        versionTimer?.cancel()
        versionTimer = nil
    }

    /// Plays on with the version that waits, once its bar is near.
    private func takeWaitingVersion() {
        guard let (version, file, frame) = waitingVersion else { return }
        guard song?.entry == version.entry else {
            dropWaitingVersion()
            return
        }
        let isPlaying = state == .playing && playback.isUnderWay
        let distance = playback.distance(to: frame)
        guard !isPlaying || distance <= 2 * playback.lead else { return }
        dropWaitingVersion()
        let isAhead = isPlaying && distance > playback.reach
        reload(atTempo(version), file, at: isAhead ? frame : nil)
    }

    /// Plays on with another version of the file, and tells that.
    private func reload(_ version: Song, _ file: SongFile, at frame: Int64? = nil) {
        let changes = versions[file.path].map { VersionChanges(from: $0, to: file) }
        play(version, file, at: frame)
        if let current {
            entries[current].seconds =
                Double(version.sequence.endFrame(rate: rate)) / Double(rate)
        }
        logger.info("\(file.path): reloaded: \(changes?.text ?? "")")
        events(.reload(file.path, changes?.text ?? ""))
        tell(.changed)
    }

    /// Loads what plays anew; nothing where it is not wanted any more when it is there.
    private func loadVersion() -> EventLoopFuture<(Song?, SongFile)> {
        guard let current else {
            return eventLoop.makeFailedFuture(CommandFailure(.noInput, "nothing is loaded"))
        }
        versionLoads += 1
        let (asked, loads) = (versionLoads, currentLoads)
        return load(entries[current]).map { version, file in
            let isWanted = asked == self.versionLoads && loads == self.currentLoads
            return (isWanted ? self.atTempo(version) : nil, file)
        }
    }

    /// Plays on with another version of what is loaded, at the same place.
    ///
    /// - Parameters:
    ///   - version: The version.
    ///   - file: Its file.
    ///   - frame: The nominal frame of what plays at which it takes over, where these samplers can
    ///     play it; `nil` for at once.
    private func play(_ version: Song, _ file: SongFile, at frame: Int64? = nil) {
        // It would bring back what this one has replaced.
        dropWaitingVersion()
        keep(file)
        lastCueTick = nil
        let before = song
        defer { moveActions(from: before) }
        if state == .playing, playback.exchange(with: version, at: frame) {
            settleLoop()
            prepareFollowing()
            return
        }
        let place = playback.replace(with: version)
        settleLoop()
        guard state == .playing, playback.isUnderWay else {
            playback.locate(at: place)
            return
        }
        do throws(CommandFailure) {
            try startSong(at: place, .changed, chasesNotes: true)
        } catch {
            logger.error("\(error)")
            events(.error(error, file: file.path))
        }
    }

    /// A loop that the other version has not is none any more.
    private func settleLoop() {
        if case .between = loop, playback.loop == .off { loop = .off }
    }
}
