import Playback
import SamplerHost
import Sequencer

/// Other versions of what plays: of a file that has changed.
extension Player {
    /// Takes what has changed in the files that are watched.
    func takeChanges() {
        guard let changes else { return }
        let changed = changes.take()
        guard !changed.isEmpty else { return }
        for (index, file) in playlist.files.enumerated() where changed.contains(file.path) {
            playlist.forget(index)
            if following?.step.file == index || playlist.step(after: 1)?.file == index {
                playback.withdrawFollowing()
                forgetFollowing()
            }
            if isLoading {
                versions.noteChanges(of: [file.path], isHeld: true)
            } else if current?.step.file == index {
                loadVersion()
            }
        }
    }

    /// Loads what plays anew.
    func loadVersion() {
        guard let step = current?.step else { return }
        loader.load(step, of: playlist.files[step.file], for: .version)
    }

    /// Plays on with another version of what plays, at the same place.
    ///
    /// - Parameter result: The version, or why there is none: then the one before plays on.
    func takeVersion(_ result: Result<LoadedSong, CommandFailure>) {
        switch result {
        case .failure(let failure):
            refuse(failure)
        case .success(let version):
            guard let old = current, !isLoading,
                old.step.isSameMusic(as: version.step)
            else {
                loader.letGo(version.song)
                return
            }
            let verdict = versions.judge(
                version,
                version.file,
                after: old.file,
                isArranged: version.song.arrangement == old.song.arrangement,
                canWait: !isPaused && playback.switchPoint(within: 0) != .atOnce
            )
            switch verdict {
            case .isDamaged(let error): refuse(CommandFailure(error))
            case .isSame, .waits: break
            case .takesOver(let candidate): play(candidate, instead: old)
            }
        }
    }

    /// Plays on with the version that waits, once its bar is near.
    func takeWaitingVersion() {
        // What is being loaded may take its place, or not.
        guard let waiting = versions.waiting, !isLoading else { return }
        guard let old = current, old.step.isSameMusic(as: waiting.version.step) else {
            versions.dropWaiting()
            return
        }
        // Worked out anew each time: playing may have gone elsewhere, or into another loop. So far
        // ahead that one look at least comes before the engine has to know.
        let switchPoint = isPaused ? .atOnce : playback.switchPoint(within: 4 * playback.lookahead)
        guard let due = versions.takeDue(switchPoint) else { return }
        play(due.candidate, instead: old, at: due.frame)
    }

    /// Tells why what plays goes on as it was, though its file has changed.
    private func refuse(_ failure: CommandFailure) {
        Console.report("\(failure); the previous version keeps playing")
    }

    /// Plays on with another version.
    ///
    /// - Parameters:
    ///   - candidate: The version.
    ///   - old: What plays.
    ///   - frame: The nominal frame of what plays at which it takes over, where that is ahead yet and
    ///     these samplers can play it; `nil` for at once.
    private func play(
        _ candidate: VersionFollower<LoadedSong>.Candidate,
        instead old: LoadedSong,
        at frame: Int64? = nil
    ) {
        // It would bring back what this one has replaced.
        versions.dropWaiting()
        var version = candidate.version
        if let changes = candidate.changes, !changes.sentences.isEmpty, !reports.isQuiet {
            Console.report("\(version.file.name): reloaded: \(changes.text)")
        }
        let isOver = endPlace != nil
        let awaited = pausedPlace.map {
            version.song.frame($0, of: old.song, rate: playback.rate)
        }
        loopStart = loopStart.map { version.song.frame($0, of: old.song, rate: playback.rate) }
        version.step = old.step
        view.change(to: version)
        if !isPaused, !isOver,
            playback.scheduleReplacement(with: version.song, at: frame, isLast: isLast)
        {
            if let song = playback.piece { version.song = song }
            current = version
            return
        }
        current = version
        let place = playback.replace(with: version.song)
        // In the tail of the last song there is nothing left to be played.
        guard !isOver else { return }
        start(at: awaited ?? place, chasesNotes: true)
    }
}
