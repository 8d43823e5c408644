import CommandSupport
import Playback
import SamplerHost
import Sequencer

/// Start, pause and changes of the current piece.
extension Player {
    /// Plays the current piece from a position, or from the end of a pause on.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - countIn: The clicks before it.
    ///   - chasesNotes: Whether notes that are held there are restarted, whatever is set.
    func start(at position: Int64, countIn: CountIn? = nil, chasesNotes: Bool = false) {
        guard !isPaused else {
            pause?.position = position
            return
        }
        guard following == nil else { return waitForSource(at: position) }
        startOrEnd(at: position, countIn: countIn, chasesNotes: chasesNotes)
        prepareFollowing()
    }

    /// Plays the current piece from a position, and ends where the engine has no room for it.
    func startOrEnd(
        at position: Int64,
        cutsVoices: Bool = false,
        countIn: CountIn? = nil,
        chasesNotes: Bool = false
    ) {
        endPosition = nil
        let hasStarted = playback.start(
            at: position,
            isLast: isLast,
            cutsVoices: cutsVoices,
            countIn: countIn,
            chasesNotes: chasesNotes
        )
        if !hasStarted {
            failures.note(CommandFailure(.busy, "too many samplers still sounding"))
            engine.stop()
        }
    }

    /// Applies the settings to what plays, or at the end of a pause.
    func apply() {
        guard !isPaused else {
            pause?.isStale = true
            return
        }
        playback.apply(isLast: isLast)
        prepareFollowing()
    }

    /// Pauses, or resumes with all that sounded.
    func togglePause() {
        guard let pause else {
            enginePause = engine.pause()
            playback.pausePractice(at: LiveQueue.now)
            pause = Pause()
            return
        }
        let position = self.position
        self.pause = nil
        enginePause.take()?.resume {
            if isLoading {
                // The sound ends, and the other piece is not loaded yet.
                cutPosition = cutPosition ?? position
                playback.cut()
            } else if let start = pause.position, piece != nil {
                startOrEnd(at: start, cutsVoices: true)
            } else if pause.isStale {
                playback.apply(isLast: isLast)
            }
        }
        prepareFollowing()
    }

    /// Releases the device and the terminal while the process is stopped by Ctrl-Z.
    func stopProcess() {
        let enginePause = engine.pause()
        playback.pausePractice(at: LiveQueue.now)
        outputs?.settle()
        keyboard?.suspend()
        view.leave()
        Signals.stopProcess()
        keyboard?.resume()
        enginePause?.resume()
    }
}
