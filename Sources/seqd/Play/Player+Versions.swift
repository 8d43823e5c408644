import CommandSupport
import Playback
import Sequencer

/// New versions of the current piece, whose file has changed.
extension Player {
    /// Takes the changes in the files that are watched.
    func takeChanges() {
        guard let changed = changes?.take(), !changed.isEmpty else { return }
        let files = order.playlist.files.enumerated().filter { changed.contains($1.path) }
        for (index, file) in files {
            order.playlist.forget(index)
            if order.following?.step.file == index || order.playlist.step(after: 1)?.file == index {
                playback.withdrawFollowing()
                order.forgetFollowing()
            }
            if isLoading {
                versions.noteChanges(of: [file.path], isHeld: true)
            } else if order.current?.step.file == index {
                loadVersion()
            }
        }
    }

    /// Takes a new version of the current piece, or the reason why there is none; then the version
    /// before keeps playing.
    func takeVersion(_ result: Result<LoadedPiece, CommandFailure>) {
        switch result {
        case .failure(let failure):
            refuse(failure)
        case .success(let version):
            guard let old = piece, !isLoading, version.isVersion(of: old), let file = version.file
            else {
                loader.release(version)
                return
            }
            let verdict = versions.judge(
                version,
                file,
                after: old.file,
                isArranged: version.arrangement == old.arrangement,
                canWait: !isPaused && playback.switchPoint(within: 0) != .atOnce
            )
            switch verdict {
            case .isDamaged(let error): refuse(CommandFailure(error))
            case .isSame, .waits: break
            case .takesOver(let candidate): replace(old, with: candidate)
            }
        }
    }

    /// Takes the version that waits for the next bar, once that is near.
    func takeWaitingVersion() {
        // The piece that is being loaded may replace the current one, or not.
        guard let waiting = versions.waiting, !isLoading else { return }
        guard let old = piece, waiting.version.isVersion(of: old) else {
            versions.dropWaiting()
            return
        }
        // Computed anew each time: playback may have moved elsewhere, or into another loop. The
        // horizon is so wide that at least one update comes before the engine has to know.
        let switchPoint = isPaused ? .atOnce : playback.switchPoint(within: 4 * playback.lookahead)
        guard let due = versions.takeDue(switchPoint) else { return }
        replace(old, with: due.candidate, at: due.frame)
    }

    /// Reports why a changed file does not change what plays.
    private func refuse(_ failure: CommandFailure) {
        Console.report("\(failure); the previous version keeps playing")
    }

    /// Continues with another version.
    ///
    /// - Parameters:
    ///   - old: The current version.
    ///   - candidate: The other version.
    ///   - frame: The position in the current version at which it takes over, if the samplers of that
    ///     can play it; `nil` for at once.
    private func replace(
        _ old: LoadedPiece,
        with candidate: VersionFollower<LoadedPiece>.Candidate,
        at frame: Int64? = nil
    ) {
        // It is older than this one.
        versions.dropWaiting()
        let (version, rate) = (candidate.version, playback.rate)
        noteChange(candidate.changes, in: candidate.file)
        let isOver = endPosition != nil
        defer { keepInstruments(of: playback.piece ?? version) }
        let resumePosition = pause?.position.map { version.frame($0, of: old, rate: rate) }
        loopStart = loopStart.map { version.frame($0, of: old, rate: rate) }
        view.change(to: version)
        if !isPaused, !isOver,
            playback.scheduleReplacement(with: version, at: frame, isLast: isLast)
        {
            order.replaceCurrent(with: playback.piece ?? version)
            return
        }
        order.replaceCurrent(with: version)
        let position = playback.replace(with: version)
        // In the tail of the last piece nothing is left to be played.
        guard !isOver else { return }
        start(at: resumePosition ?? position, chasesNotes: true)
    }
}
