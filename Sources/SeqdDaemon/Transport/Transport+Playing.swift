import ControlProtocol
import Playback
import SamplerHost
import Sequencer

/// Starting, pausing and stopping.
extension Transport {
    /// Pauses; live inputs sound on.
    func pause() {
        // One that is asked for outlasts the loss of the device.
        isPausedByLoss = false
        following.follower?.hold()
        guard state == .playing else { return }
        playback.pausePractice(at: LiveQueue.now)
        playback.pause()
        state = .paused
        report(.paused)
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
        state = .playing
        guard piece?.entry == queue.entries[index].number else {
            report(.continued)
            return try await loadCurrent(from: playback.resumePosition, .started, countIn)
        }
        try start(at: playback.resumePosition, .continued, countIn)
    }

    /// Stops, and returns to the start of the piece.
    func stop() {
        cancelScheduled(because: "playback was stopped")
        following.follower?.hold()
        guard state != .stopped else { return }
        endPracticeOfPiece()
        rewind()
        report(.stopped)
    }

    /// Stops the engine at the start of the piece.
    private func rewind() {
        playback.halt()
        playback.locate(at: 0)
        state = .stopped
    }

    /// Starts the loaded piece at a nominal frame, and reports a failure that no answer reports.
    func begin(at frame: Int64, _ change: TransportChange.Change, _ countIn: CountIn? = nil) {
        do throws(RequestError) {
            try start(at: frame, change, countIn)
        } catch {
            reporter.report(error, file: currentPath)
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
        guard let piece else { return }
        queue.begin()
        guard !following.isOn || following.isStarting else { return try waitForSource(at: frame) }
        guard playback.start(at: frame, countIn: countIn, chasesNotes: chasesNotes) else {
            rewind()
            report(.stopped)
            throw RequestError(.busy, "too many samplers still sounding; try again")
        }
        state = .playing
        takeRampSpeed()
        // A piece that had ended plays once more.
        queue.setOverdue(false)
        cues.restart(at: frame, of: piece)
        scheduled.restart(at: frame)
        report(change)
        prepareNext()
    }

    // MARK: Audibility

    /// The reason why nothing is audible; `nil` if something is, or nothing plays.
    var silence: String? {
        state == .playing
            ? output.warning ?? (isMasterMuted ? "the master is muted" : playback.silence)
            : sourceWait.map { "\($0); 'follow off' plays without it" }
    }

    /// Waits until it is known whether music is audible.
    func outputOpened() async {
        if state == .playing { await output.opened() }
    }
}
