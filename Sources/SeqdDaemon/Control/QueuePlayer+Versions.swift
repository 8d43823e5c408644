import ControlProtocol
import Logging
import Playback
import Sequencer

/// Other versions of the current file, which has changed.
extension QueuePlayer {
    /// Switches watching files for changes.
    ///
    /// - Parameters:
    ///   - isOn: Whether they are watched.
    ///   - time: When a changed file takes over.
    /// - Throws: Status 69 if the system cannot watch files.
    func setWatch(_ isOn: Bool, _ time: VersionTime) throws(RequestError) {
        let isOther = time != queue.versions.time
        queue.versions.time = time
        guard isOn != queue.versions.isOn else {
            if isOther { run.report(.changed) }
            // It waits no longer.
            if time == .now { takeWaitingVersion() }
            return
        }
        if isOn {
            try queue.versions.start()
            for path in Set(queue.list.entries.map(\.path)) { queue.versions.add(path) }
            keepCurrentFile()
        } else {
            queue.versions.stop()
        }
        run.report(.changed)
    }

    /// Keeps the content of the current file, which was read before files were watched.
    private func keepCurrentFile() {
        guard let current = queue.list.current else { return }
        EventLoop.begin { [self] in
            let file = try await loader.read(current)
            if queue.versions.file(at: current.path) == nil { queue.keep(file) }
        }
    }

    func filesChanged(_ paths: Set<String>) {
        guard queue.versions.isOn else { return }
        queue.versions.noteChanges(of: paths)
        if let next = queue.list.following, paths.contains(next.path) { queue.forgetNext() }
        guard let current = queue.list.current, paths.contains(current.path), piece != nil else {
            queue.prepareNext()
            return
        }
        EventLoop.begin { [self] in await loadVersion(of: current) }
    }

    private func loadVersion(of entry: PlayQueue.Entry) async {
        let ticket = loader.tickets.ask(for: .version)
        do {
            let (version, file) = try await loader.load(entry, run.arrangement, for: ticket)
            guard loader.tickets.settle(ticket) != nil, queue.versions.isOn else {
                return loader.releaseLater(version)
            }
            try judge(atTempo(version), file)
        } catch {
            // One that a later change has replaced is no failure.
            guard loader.tickets.settle(ticket) != nil, queue.versions.isOn else { return }
            refuse(error, entry.path)
        }
    }

    /// Reports the reason why a changed file does not take over.
    private func refuse(_ error: any Error, _ path: String) {
        run.reporter.report(
            RequestError(completing: error),
            file: path,
            .warning,
            consequence: "; the previous version keeps playing"
        )
        queue.prepareNext()
    }

    /// Plays another version of the current file, at once or from the next bar.
    ///
    /// - Throws: Status 65 if it is damaged and the version before is not.
    private func judge(_ version: LoadedPiece, _ file: PieceFile) throws(RequestError) {
        let verdict = queue.versions.judge(
            version,
            file,
            isArranged: version.arrangement == piece?.arrangement,
            canWait: run.state == .playing && playback.switchPoint(within: 0) != .atOnce
        )
        watchWaitingVersion()
        switch verdict {
        case .isDamaged(let error): throw RequestError(error)
        // The next piece may have been forgotten.
        case .isSame: queue.prepareNext()
        case .waits: break
        case .takesOver(let candidate): take(candidate)
        }
    }

    private func watchWaitingVersion() {
        queue.versions.watchWaiting { [weak self] in self?.takeWaitingVersion() }
    }

    /// Plays the version that waits, if its bar is near.
    private func takeWaitingVersion() {
        guard let waiting = queue.versions.waiting else { return }
        guard piece?.entry == waiting.version.entry else { return queue.versions.dropWaiting() }
        // Computed anew each time: playback may have moved elsewhere, or into another loop.
        let waitsForBar = run.state == .playing && queue.versions.time == .bar
        let switchPoint =
            waitsForBar ? playback.switchPoint(within: 2 * playback.lookahead) : .atOnce
        guard let due = queue.versions.takeDue(switchPoint) else { return }
        watchWaitingVersion()
        take(due.candidate, at: due.frame)
    }

    /// Plays another version of the current file, and reports its changes.
    private func take(
        _ candidate: VersionFollower<LoadedPiece>.Candidate,
        at frame: Int64? = nil
    ) {
        let version = atTempo(candidate.version)
        let (file, changes) = (candidate.file, candidate.changes)
        play(version, file, at: frame)
        queue.setCurrentLength(PieceLength(version.base, rate: run.rate))
        if changes?.sentences.isEmpty != true {
            let text = changes?.text ?? ""
            run.reporter.logger.info("\(file.path): reloaded: \(text)")
            run.reporter.publish(.reload(file.path, text))
        }
        run.report(.changed)
    }

    /// Plays another version of the loaded piece, at the same position.
    ///
    /// - Parameters:
    ///   - version: The version.
    ///   - file: The content of its file.
    ///   - frame: The nominal frame at which it takes over, if the samplers that play can play it;
    ///     `nil` for at once.
    private func play(_ version: LoadedPiece, _ file: PieceFile, at frame: Int64?) {
        // It would bring back the version that this one replaces.
        queue.versions.dropWaiting()
        // If the version takes over on the samplers that play, its own are not needed.
        defer { loader.releaseLater(version) }
        queue.keep(file)
        // Cues up to here are those of the version before.
        run.reportCues()
        let before = piece
        defer { run.moveScheduled(from: before) }
        if run.state == .playing, playback.scheduleReplacement(with: version, at: frame) {
            run.resumeCues()
            controls.settleLoop()
            queue.prepareNext()
            return
        }
        let position = playback.replace(with: version)
        controls.settleLoop()
        guard run.state == .playing, playback.isUnderWay else {
            playback.locate(at: position)
            return
        }
        do throws(RequestError) {
            try controls.start(at: position, .changed, chasesNotes: true)
        } catch {
            run.reporter.report(error, file: file.path)
        }
    }
}
