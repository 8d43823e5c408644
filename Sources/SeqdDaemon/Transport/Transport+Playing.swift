import ControlProtocol
import Playback
import SamplerHost
import Sequencer

/// Starting, pausing and stopping.
extension Transport {
    /// Pauses; live inputs sound on.
    func pause() {
        devices.notePause(byLoss: false)
        following.follower?.hold()
        guard state == .playing else { return }
        playback.pausePractice(at: LiveQueue.now)
        playback.pause()
        run.enter(.paused, .paused)
    }

    /// Resumes from the position at which it was paused, stopped or located; it plays then, or cannot.
    ///
    /// - Parameter countIn: The clicks before the start.
    /// - Throws: Status 66 if the queue is empty.
    func resume(_ countIn: CountIn? = nil) async throws {
        guard state != .playing else { return }
        guard let (index, isOther) = queue.resume() else {
            throw RequestError(.noInput, "nothing to play: the queue is empty")
        }
        if isOther {
            unload()
            playback.locate(at: 0)
        }
        if countIn != nil { try await prepareMetronome() }
        try await resumeLoaded(at: index, countIn)
    }

    /// Resumes an entry of the queue, loaded or not.
    private func resumeLoaded(at index: Int, _ countIn: CountIn?) async throws {
        // Two requests may arrive while the metronome was made.
        guard state != .playing, queue.entries.indices.contains(index) else { return }
        run.enter(.playing)
        guard piece?.entry == queue.entries[index].number else {
            run.report(.continued)
            return try await loadCurrent(from: playback.resumePosition, .started, countIn)
        }
        try start(at: playback.resumePosition, .continued, countIn)
    }

    /// Stops, and returns to the start of the piece.
    func stop() {
        run.cancelScheduled(because: "playback was stopped")
        following.follower?.hold()
        guard state != .stopped else { return }
        endPracticeOfPiece()
        rewind()
        run.report(.stopped)
    }

    /// Stops the engine at the start of the piece.
    private func rewind() {
        playback.halt()
        playback.locate(at: 0)
        run.enter(.stopped)
    }

    /// Starts the loaded piece at a nominal frame, and reports a failure that no answer reports.
    func begin(at frame: Int64, _ change: TransportChange.Change, _ countIn: CountIn? = nil) {
        do throws(RequestError) {
            try start(at: frame, change, countIn)
        } catch {
            reporter.report(error, file: run.path)
        }
    }

    /// Starts the loaded piece at a nominal frame.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - change: The change to report.
    ///   - countIn: The clicks before the start.
    ///   - chasesNotes: Whether notes held at the frame are restarted even if the setting is off.
    /// - Throws: Status 75 if too many samplers still sound; it is stopped then.
    func start(
        at frame: Int64,
        _ change: TransportChange.Change,
        _ countIn: CountIn? = nil,
        chasesNotes: Bool = false
    ) throws(RequestError) {
        guard piece != nil else { return }
        queue.begin()
        guard !following.isOn || following.isStarting else { return try waitForSource(at: frame) }
        guard playback.start(at: frame, countIn: countIn, chasesNotes: chasesNotes) else {
            rewind()
            run.report(.stopped)
            throw RequestError(.busy, "too many samplers still sounding; try again")
        }
        run.enter(.playing)
        takeRampSpeed()
        // A piece that had ended plays once more.
        queue.setOverdue(false)
        run.restartCues(at: frame)
        run.restartScheduled(at: frame)
        run.report(change)
        prepareNext()
    }

    // MARK: Audibility

    /// The reason why nothing is audible; `nil` if something is, or nothing plays.
    var silence: String? {
        state == .playing
            ? devices.warning ?? (mixer.isMasterMuted ? "the master is muted" : playback.silence)
            : sourceWait.map { "\($0); 'follow off' plays without it" }
    }
}
