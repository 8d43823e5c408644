import ControlProtocol
import Logging
import NIOCore
import Playback
import SamplerHost
import Sequencer

/// Other versions of what plays: at another tempo, or of a file that has changed.
extension Transport {
    /// Plays all at one tempo; `nil` for the files' own.
    func setTempo(_ tempo: Tempo?) {
        // Up to here it was the old one; ticks are the same in the new one.
        tellCues()
        arrangement.tempo = tempo
        forgetFollowing()
        let before = song
        playback.setTempo(tempo)
        moveActions(from: before)
        settleLoop()
        changed()
        if song !== before { tellTempo() }
    }

    /// Whether notes that sound already where playing goes are begun there.
    func setChasesNotes(_ isOn: Bool) {
        playback.chasesNotes = isOn
        tell(.changed)
    }

    // MARK: Files that change

    private static var versionInterval: TimeAmount { .milliseconds(10) }

    /// Reads files again when they change, or does not.
    ///
    /// - Parameters:
    ///   - isOn: Whether it does.
    ///   - time: When what has changed takes over.
    /// - Throws: Status 69 where they cannot be watched.
    func setWatch(_ isOn: Bool, _ time: VersionTime) throws(RequestError) {
        let isOther = time != versions.time
        versions.time = time
        guard isOn != (fileWatch != nil) else {
            if isOther { tell(.changed) }
            // It waits no longer.
            if time == .now { takeWaitingVersion() }
            return
        }
        fileWatch?.end()
        fileWatch = nil
        if isOn {
            let loop = eventLoop
            // Held as long as the thread runs; shutDown() ends that.
            let transport = NIOLoopBound(self, eventLoop: loop)
            let watch = try RequestError.catching { () throws(PlaybackError) in
                let watch = try FileWatch { failure in
                    loop.execute { transport.value.logger.warning("\(failure)") }
                } onChange: { paths in
                    loop.execute { transport.value.filesChanged(paths) }
                }
                try watch.start()
                return watch
            }
            fileWatch = watch
            for path in Set(queue.entries.map(\.path)) { self.watch(path) }
            noteVersion()
        } else {
            versions.forgetFiles()
            dropWaitingVersion()
        }
        tell(.changed)
    }

    /// Remembers what stands in the file that plays, which was read when nobody watched it.
    private func noteVersion() {
        guard let current = queue.current else { return }
        let (path, piece) = (current.path, current.settings)
        let hint = settings.fileHint
        onLoader {
            try PieceFile(path, piece.reading(), hint: hint)
        }.assumeIsolated().whenSuccess { file in
            guard self.versions.file(at: path) == nil else { return }
            self.keep(file)
        }
    }

    /// Remembers what was read of a file where it is watched.
    func keep(_ file: PieceFile) {
        guard fileWatch != nil else { return }
        let wanted = Set([currentPath, following.flatMap { path(of: $0) }].compactMap { $0 })
        versions.keep(file, and: wanted)
    }

    /// Watches a file where that is wanted.
    private func watch(_ path: String) {
        guard let fileWatch else { return }
        do throws(PlaybackError) {
            try fileWatch.add(path)
        } catch {
            log(.warning, RequestError(error), file: path)
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
        versions.beginReading(path)
        return read().assumeIsolated().always { _ in
            guard self.versions.endReading(path) else { return }
            // When what was read has been taken.
            self.eventLoop.assumeIsolated().execute { self.filesChanged([path]) }
        }.nonisolated()
    }

    private func path(of song: LoadedPiece) -> String? {
        queue[song.entry]?.path
    }

    private func filesChanged(_ paths: Set<String>) {
        guard fileWatch != nil else { return }
        versions.noteChanges(of: paths)
        if let next = queue.following, paths.contains(next.path) { forgetFollowing() }
        guard let path = currentPath, paths.contains(path), song != nil else {
            prepareFollowing()
            return
        }
        loadVersion().assumeIsolated().whenComplete { result in
            switch result {
            case .success((let version?, let file)):
                // Nobody watches any more.
                guard self.fileWatch != nil else {
                    self.letGo(version)
                    return
                }
                do throws(RequestError) {
                    try self.reload(version, file)
                } catch {
                    self.refuse(error, path)
                }
            case .success:
                break
            case .failure(let error):
                if self.fileWatch != nil { self.refuse(error, path) }
            }
        }
    }

    /// Tells why what plays goes on as it was, though its file has changed.
    private func refuse(_ error: any Error, _ path: String) {
        let failure = error as? RequestError ?? RequestError(.software, "\(error)")
        log(.warning, failure, file: path, "; the previous version keeps playing")
        events(.error(failure, file: path))
        prepareFollowing()
    }

    /// Plays on with another version of the file, at once or at the next bar.
    ///
    /// - Parameters:
    ///   - version: The version.
    ///   - file: Its file.
    ///   - isAsked: Whether it was read for something else than that the file has changed.
    /// - Throws: Status 65 where it is damaged and the version before is not.
    private func reload(
        _ version: LoadedPiece,
        _ file: PieceFile,
        isAsked: Bool = false
    ) throws(RequestError) {
        let verdict = versions.judge(
            version,
            file,
            after: versions.file(at: file.path),
            isArranged: version.arrangement == song?.arrangement,
            canWait: state == .playing && playback.switchPoint(within: 0) != .atOnce
        )
        switch verdict {
        case .isDamaged(let error):
            throw RequestError(error)
        case .isSame:
            watchWaitingVersion()
            // The one that follows may have been forgotten.
            prepareFollowing()
        case .waits:
            watchWaitingVersion()
        case .takesOver(let candidate):
            watchWaitingVersion()
            take(candidate, isAsked: isAsked)
        }
    }

    /// Looks whether the bar has come, as long as a version waits for it.
    private func watchWaitingVersion() {
        if versions.waiting == nil {
            versionTimer?.cancel()
            versionTimer = nil
        } else if versionTimer == nil {
            versionTimer = LoopTimer(on: eventLoop, every: Self.versionInterval) { [weak self] in
                self?.takeWaitingVersion()
            }
        }
    }

    func dropWaitingVersion() {
        versions.dropWaiting()
        watchWaitingVersion()
    }

    /// Plays on with the version that waits, once its bar is near.
    private func takeWaitingVersion() {
        guard let waiting = versions.waiting else { return }
        guard song?.entry == waiting.version.entry else {
            dropWaitingVersion()
            return
        }
        // Worked out anew each time: playing may have gone elsewhere, or into another loop.
        let waitsForBar = state == .playing && versions.time == .bar
        let switchPoint =
            waitsForBar ? playback.switchPoint(within: 2 * playback.lookahead) : .atOnce
        guard let due = versions.takeDue(switchPoint) else { return }
        watchWaitingVersion()
        take(due.candidate, at: due.frame)
    }

    /// Plays on with another version of the file, and tells that where it is another.
    private func take(
        _ candidate: VersionFollower<LoadedPiece>.Candidate,
        at frame: Int64? = nil,
        isAsked: Bool = false
    ) {
        let version = atTempo(candidate.version)
        let (file, changes) = (candidate.file, candidate.changes)
        play(version, file, at: frame)
        queue.setCurrentLength(PieceLength(version.base, rate: rate))
        if changes.map({ !$0.sentences.isEmpty }) ?? !isAsked {
            logger.info("\(file.path): reloaded: \(changes?.text ?? "")")
            events(.reload(file.path, changes?.text ?? ""))
        }
        tell(.changed)
    }

    /// Lets go of a version on the loader's thread, once all that have it here are done with it:
    /// the last of them would free its samplers.
    private func letGo(_ version: LoadedPiece) {
        let loader = loader
        eventLoop.execute { Self.letGo(version, on: loader) }
    }

    /// Loads what plays anew; nothing where it is not wanted any more when it is there.
    private func loadVersion() -> EventLoopFuture<(LoadedPiece?, PieceFile)> {
        guard let current = queue.current else {
            return eventLoop.makeFailedFuture(RequestError(.noInput, "no file loaded"))
        }
        let ticket = tickets.ask(for: .version)
        return load(current).assumeIsolated().map { version, file in
            guard self.tickets.settle(ticket) != nil else {
                self.letGo(version)
                return (nil, file)
            }
            return (self.atTempo(version), file)
        }.nonisolated()
    }

    /// Plays on with another version of what is loaded, at the same place.
    ///
    /// - Parameters:
    ///   - version: The version.
    ///   - file: Its file.
    ///   - frame: The nominal frame of what plays at which it takes over, where these samplers can
    ///     play it; `nil` for at once.
    private func play(_ version: LoadedPiece, _ file: PieceFile, at frame: Int64? = nil) {
        // It would bring back what this one has replaced.
        dropWaitingVersion()
        // Where what plays takes over its music, its own samplers are not needed.
        defer { letGo(version) }
        keep(file)
        // What has been passed was the music of the one before.
        tellCues()
        let before = song
        defer { moveActions(from: before) }
        if state == .playing, playback.scheduleReplacement(with: version, at: frame) {
            if let song { cues.resume(at: playback.audiblePosition, of: song) }
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
        do throws(RequestError) {
            try startSong(at: place, .changed, chasesNotes: true)
        } catch {
            log(.error, error, file: file.path)
            events(.error(error, file: file.path))
        }
    }

    /// A loop that the other version has not is none any more.
    private func settleLoop() {
        if case .between = loop, playback.loop == .off { loop = .off }
    }
}
