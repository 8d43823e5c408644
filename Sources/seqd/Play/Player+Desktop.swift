import CLinux
import CommandSupport
import MPRIS
import Playback
import SamplerHost
import Sequencer

/// The commands of the desktop, and the state that it shows.
extension Player {
    /// Shows the player on the desktop, if there is a session bus, until it ends.
    ///
    /// - Parameter isVerbose: Whether its name on the bus is printed, or why it has none.
    func joinDesktop(isVerbose: Bool) {
        desktop = DesktopControls(mediaState, isVerbose: isVerbose)
    }

    /// Does what the desktop asks for, and tells it what has changed.
    func serveDesktop() {
        guard let desktop else { return }
        for request in desktop.takeRequests() {
            switch request {
            case .position(let answer): answer(microseconds(position))
            case .command(let command, let answer):
                let result = Result { () throws(MediaFailure) in try perform(command) }
                // The state comes before the answer.
                desktop.tell(mediaState)
                answer(result)
            }
        }
        if desktop.isConnected { desktop.tell(mediaState) }
    }

    private func microseconds(_ frame: Int64) -> Int64 {
        MediaTime.microseconds(ofFrame: frame, rate: playback.rate)
    }

    // MARK: The state

    private var mediaState: MediaState {
        var state = MediaState()
        state.playback = pause.map { $0.isStop ? .stopped : .paused } ?? .playing
        state.repetition = repetition
        state.isShuffled = order.playlist.isShuffled
        state.speed = playback.pace.factor
        state.gain = gain
        state.track = mediaTrack
        let isMoving =
            !isPaused && !isLoading && endPosition == nil && playback.isUnderWay
            && playback.audiblePosition != nil && !engine.position.isHeld
        state.position = MediaPosition(
            microseconds: microseconds(position),
            time: seqd_monotonic_nanoseconds(),
            pace: isMoving ? state.speed : 0
        )
        state.canGoNext = order.playlist.step(after: 1) != nil
        state.canGoPrevious = order.playlist.hasPrevious
        state.canPlay = piece != nil
        state.canSeek = piece != nil && following == nil
        return state
    }

    private var mediaTrack: MediaTrack? {
        guard let current = order.current else { return nil }
        let (step, piece) = (current.step, current.piece)
        let file = order.playlist.files[step.file]
        let name = order.playlist.name(of: step)
        let hasPatterns = file.sequenceCount ?? 1 > 1
        return MediaTrack(
            name: "\(step.file + 1)_\(step.sequence + 1)",
            path: file.path == "-" ? nil : AbsolutePath.of(file.path),
            title: hasPatterns ? name : piece.tags[.title] ?? name,
            artist: piece.tags[.artist],
            length: microseconds(piece.endFrame(rate: playback.rate))
        )
    }

    /// The part that is repeated.
    private var repetition: MediaState.Repetition {
        if playback.loop == .whole, playback.loopCount == nil { return .track }
        return order.playlist.isRepeating ? .playlist : .none
    }

    // MARK: Commands

    private func perform(_ command: MediaCommand) throws(MediaFailure) {
        endScrub()
        if let following, command.isOfSource {
            throw MediaFailure(.failed, "\(following.name) decides")
        }
        switch command {
        case .quit:
            hasQuit = true
            engine.stop()
        case .next: goForward()
        case .previous: goBackward()
        case .play: if isPaused { togglePause() }
        case .pause: if !isPaused { togglePause() }
        case .playPause: togglePause()
        case .stop: stop()
        case .seek(let offset): seek(by: offset)
        case .setPosition(let track, let position):
            guard track == mediaTrack?.name else { return }
            seek(to: position)
        case .open: throw MediaFailure(.failed, "this player takes no further files")
        case .setRepetition(let repetition): set(repetition)
        case .setShuffled(let isOn):
            order.playlist.setShuffled(isOn)
            listChanged()
        case .setSpeed(let pace): try set(pace: pace)
        case .setGain(let decibels): setGain(decibels)
        }
    }

    /// Stops: playing begins at the start of the piece again.
    private func stop() {
        guard let piece, !isLoading else { return }
        if !isPaused { togglePause() }
        start(at: piece.start)
        pause?.isStop = true
    }

    private func seek(by offset: Int64) {
        guard let piece else { return }
        let (target, hasOverflowed) = microseconds(position).addingReportingOverflow(offset)
        let end = microseconds(piece.endFrame(rate: playback.rate))
        guard !hasOverflowed, target <= end else {
            // Behind the end is the next piece.
            if offset > 0 { goForward() } else { seek(to: 0) }
            return
        }
        seek(to: target)
    }

    private func seek(to microseconds: Int64) {
        // No piece is longer than this, and the frame fits.
        let (seconds, rest) = min(max(microseconds, 0), 1 << 53)
            .quotientAndRemainder(dividingBy: 1_000_000)
        locate(at: seconds * Int64(playback.rate) + rest * Int64(playback.rate) / 1_000_000)
    }

    private func set(_ repetition: MediaState.Repetition) {
        if repetition == .track {
            (ownLoop, ownLoopCount) = (.whole, nil)
        } else {
            order.playlist.setRepeating(repetition == .playlist)
            (ownLoop, ownLoopCount) = (.off, nil)
            guard playback.loop == .whole else { return listChanged() }
        }
        loopStart = nil
        (playback.loop, playback.loopCount) = (ownLoop, ownLoopCount)
        listChanged()
    }

    /// Continues with a list of which other pieces follow.
    private func listChanged() {
        order.forgetFollowing()
        apply()
    }

    /// Sets the speed so that with the vari-speed it is a pace.
    private func set(pace: Double) throws(MediaFailure) {
        let variSpeed = playback.variSpeed
        let wanted = variSpeed == .normal ? pace : pace / variSpeed.factor
        guard let speed = Speed(near: wanted) else {
            throw MediaFailure(.failed, "speed: \(wanted): expected 0.01 to 100")
        }
        setSpeed(speed)
    }
}

extension MediaCommand {
    /// Whether it does what a source that is followed decides.
    fileprivate var isOfSource: Bool {
        switch self {
        case .play, .pause, .playPause, .stop, .seek, .setPosition, .setSpeed: true
        default: false
        }
    }
}
