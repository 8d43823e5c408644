import CommandSupport
import Playback
import SamplerHost
import Sequencer

/// The transition from one piece to the next.
extension Player {
    /// Plays a step of the list as soon as it is loaded.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - isTarget: Whether the current piece plays until then, and keeps playing if the step
    ///     cannot be played.
    func go(to step: Playlist.Step, asTarget isTarget: Bool = false) {
        if isPaused {
            playback.withdrawFollowing()
        } else if isTarget, playback.isUnderWay {
            // The engine does not end after it.
            playback.apply(isLast: false)
        } else {
            // Also in the tail of the last piece, or the engine could end before the load does.
            playback.halt()
        }
        switch order.go(to: step) {
        case .begins(let entry): begin(entry)
        case .load(let ticket): load(step, ticket)
        case .waits: break
        }
    }

    private func load(_ step: Playlist.Step, _ ticket: Int, isVersion: Bool = false) {
        let file = order.playlist.files[step.file]
        loader.load(step, of: file, ticket, of: order.tickets, isVersion: isVersion)
    }

    /// Plays the next step of the list; after the last one, ends with the tail.
    private func goOn() {
        guard let step = order.playlist.advance() else {
            endWithTail()
            return
        }
        go(to: step)
    }

    /// Begins with an entry that is loaded, or keeps it ready during a pause.
    private func begin(_ entry: PlayOrder<LoadedPiece>.Entry) {
        order.begin(entry)
        cutPosition = nil
        playback.load(entry.piece)
        noteBegin(entry)
        start(at: entry.piece.start)
    }

    /// Continues with the current piece, since the target cannot be loaded.
    private func stay() {
        loadVersionIfChanged()
        if let position = cutPosition {
            cutPosition = nil
            start(at: position)
        } else if isPaused || playback.isUnderWay {
            // It may be the last one now.
            apply()
        } else {
            goOn()
        }
    }

    /// Ends with the tail of the current piece: nothing comes after it.
    private func endWithTail() {
        guard let piece else {
            engine.stop()
            return
        }
        guard !isPaused else {
            // The step that was to play cannot: the current one stays.
            if order.playlist.aimBackward() != nil { order.playlist.arrive() }
            view.say("no next file")
            return
        }
        let end = piece.endFrame(rate: playback.rate)
        startOrEnd(at: end)
        endPosition = end
    }

    /// Loads what follows, and gives it to the engine.
    func prepareFollowing() {
        switch order.prepareFollowing() {
        case .none: break
        case .load(let step, let ticket): load(step, ticket)
        case .follows(let piece):
            guard playback.isUnderWay, !playback.hasFollowing, !isPaused, following == nil,
                playback.practice == nil
            else { return }
            playback.follow(
                with: piece,
                isLast: order.playlist.step(after: 2) == nil,
                crossfade: crossfade
            )
        }
    }

    // MARK: Loads

    /// Takes what the loader has done.
    func takeLoaded() {
        for outcome in loader.takeLoaded() {
            switch (order.tickets.settle(outcome.ticket), outcome.result) {
            case (.version, let result):
                takeVersion(result)
            case (nil, .success(let unwanted)):
                loader.release(unwanted)
            case (nil, .failure):
                break
            case (let purpose?, .success(let piece)):
                take(PlayOrder.Entry(step: outcome.step, piece: piece), purpose)
            case (let purpose?, .failure(let failure)):
                failures.note(failure)
                switch order.fail(outcome.step, purpose) {
                case .stays: stay()
                case .skips: goOn()
                // The current piece may be the last one now.
                case .followsOther: if isLast { apply() } else { prepareFollowing() }
                }
            }
        }
    }

    private func take(
        _ entry: PlayOrder<LoadedPiece>.Entry,
        _ purpose: LoadTickets.Purpose
    ) {
        noteRead(entry.piece, entry.step)
        if purpose == .current {
            begin(entry)
            loadVersionIfChanged()
        } else {
            order.setFollowing(entry)
            prepareFollowing()
        }
    }

    /// Notes the content of a file that was read.
    func noteRead(_ piece: LoadedPiece, _ step: Playlist.Step) {
        guard let file = piece.file else { return }
        let count = musical.pattern == nil ? file.sequences.count : 1
        order.playlist.noteRead(step.file, sequenceCount: count)
        // Standard input cannot be read again, and a file with patterns need not be.
        if file.path == "-" || count > 1 { order.playlist.keep(file, of: step.file) }
        let isSilent = !file.sequences.contains { $0.endTick > 0 }
        if isSilent || count == 1 && piece.piece.length(rate: playback.rate) == 0 {
            order.playlist.noteEmpty(step.file)
        }
    }

    /// Loads the current piece anew.
    func loadVersion() {
        guard let current = order.current else { return }
        load(current.step, order.tickets.ask(for: .version), isVersion: true)
    }

    /// Loads the current piece anew if its file has changed while another one was being loaded.
    private func loadVersionIfChanged() {
        if let path = order.currentFile?.path, versions.takeChange(of: path) { loadVersion() }
        versions.forgetChanges()
    }

    // MARK: Reports

    /// The piece has ended, and nothing follows in the engine.
    func pieceEnded() {
        // Another piece is being loaded: the engine is not to end before that, nor to play a piece
        // that was withdrawn too late.
        guard !isLoading else { return playback.halt() }
        following?.hold()
        if isLast {
            // The engine got it as the last one, and plays its tail now.
            endPosition = piece?.endFrame(rate: playback.rate)
        } else {
            goOn()
        }
    }

    /// The piece that was to follow has begun.
    ///
    /// - Parameter wasWithdrawn: Whether it was withdrawn, too late: a setting has changed.
    func nextFollowed(wasWithdrawn: Bool) {
        guard let entry = order.follow() else { return }
        noteBegin(entry)
        if wasWithdrawn { apply() } else { prepareFollowing() }
    }

    /// Loads the piece again, whose samplers had been removed before it could begin.
    func reload() {
        let playlist = order.playlist
        guard let step = playlist.target ?? playlist.current else { return }
        load(step, order.tickets.ask(for: .current))
    }
}
