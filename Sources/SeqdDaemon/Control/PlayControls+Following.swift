import ControlProtocol
import Playback
import SMF
import SamplerHost
import Sequencer

/// Playback in step with another machine.
extension PlayControls {
    /// Follows a source, or none.
    ///
    /// - Throws: `usage` for an input that there is not.
    func follow(_ settings: SyncSettings?) throws(RequestError) {
        if let input = settings?.input, input >= inputs {
            throw RequestError(
                .usage,
                "input: no input \(input + 1), expected 1 to \(inputs)"
            )
        }
        if settings != nil, playback.variSpeed != .normal || variSpeedMove != nil {
            throw RequestError(
                .usage,
                "follow: the source decides on the speed; expected varispeed 1, which is "
                    + "\(playback.variSpeed)"
            )
        }
        run.reportCues()
        try run.following.check(settings)
        if settings != nil {
            endPractice()
            endSpeedMove()
        }
        try run.following.use(settings) { [weak self] in self?.stepFollowing() }
        queue.forgetNext()
        setTempo(run.settings.tempo)
        if settings == nil {
            playback.speed = run.settings.speed
            applySettings()
        }
        onInterestChange()
        run.report(.changed)
        stepFollowing()
    }

    // MARK: Steps

    /// Waits for the source, which decides on starts.
    ///
    /// - Throws: `usage` for a piece that cannot follow it.
    func waitForSource(at frame: Int64) throws(RequestError) {
        if playback.isUnderWay { playback.halt() }
        playback.locate(at: frame)
        run.enter(.paused, .located)
        if run.following.settings?.source == .clock, case .smpte? = run.piece?.sequence.division {
            throw RequestError(
                .usage,
                "the file has SMPTE division, no quarter notes: it cannot follow a MIDI clock"
            )
        }
        run.following.release()
        stepFollowing()
    }

    /// Does what keeps playback with the source.
    func stepFollowing() {
        let now = LiveQueue.now
        defer { watchFollowing(at: now) }
        guard
            let step = run.following.step(
                of: run.playback,
                isPlaying: run.state == .playing,
                at: now
            )
        else { return }
        switch step {
        case .none:
            break
        case .start(let frame, let speed):
            start(at: frame, speed)
        case .pause:
            run.reportCues()
            playback.pause()
            run.enter(.paused, .paused)
        case .locate(let frame):
            guard queue.list.target == nil else { break }
            playback.locate(at: frame)
            run.enter(.paused, .located)
        case .speed(let speed):
            // Cues up to here are heard at the old speed.
            run.reportCues()
            playback.speed = speed
            playback.apply()
        }
    }

    private func start(at frame: Int64, _ speed: Speed) {
        run.reportCues()
        playback.speed = speed
        do throws(RequestError) {
            try run.following.start { () throws(RequestError) in
                try start(
                    at: frame,
                    run.state == .playing ? .located : .continued,
                    chasesNotes: true
                )
            }
        } catch {
            run.reporter.report(error, file: run.path)
            run.following.hold()
        }
    }

    private func watchFollowing(at now: Int64) {
        run.following.watch(isPlaying: run.state == .playing, at: now) { [weak self] in
            self?.stepFollowing()
        }
        if let status = run.following.takeReport(at: now) { run.reporter.publish(.follow(status)) }
    }

    /// Stays behind the end of a piece: the source decides when playing continues.
    func endFollowed() {
        run.following.hold()
        run.engine.halt()
        playback.locate(at: 0)
        run.enter(.stopped, .stopped)
    }
}
