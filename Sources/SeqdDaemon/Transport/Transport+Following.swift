import ControlProtocol
import Playback
import SMF
import SamplerHost
import Sequencer

/// Playback in step with another machine.
extension Transport {
    /// Follows a source, or none.
    ///
    /// - Throws: `usage` for an input that there is not.
    func follow(_ settings: SyncSettings?) throws(RequestError) {
        if let input = settings?.input, input >= inputs.count {
            throw RequestError(
                .usage,
                "input: no input \(input + 1), expected 1 to \(inputs.count)"
            )
        }
        run.reportCues()
        if settings != nil { endPractice() }
        following.use(settings)
        forgetNext()
        setTempo(playSettings.tempo)
        if settings == nil {
            playback.speed = playSettings.speed
            applySettings()
        }
        watchInputMessages()
        run.report(.changed)
        stepFollowing()
    }

    /// The settings of what is followed.
    var followSettings: SyncSettings? { following.follower?.settings }

    /// The state of what is followed, for `status`.
    var followStatus: FollowStatus? {
        following.follower.map { FollowStatus($0.follower, at: LiveQueue.now) }
    }

    /// The reason why a piece that is paused waits for the source; `nil` if it does not.
    var sourceWait: String? { state == .paused ? followStatus?.waitText : nil }

    /// The tempo at which pieces are played.
    var usedTempo: Tempo? {
        following.follower?.tempo(playSettings.tempo) ?? playSettings.tempo
    }

    /// Refuses a command that sets what the source sets.
    ///
    /// - Throws: `usage` while a source is followed.
    func checkNotFollowing(_ source: SyncSettings.Source? = nil) throws(RequestError) {
        guard let followed = followSettings?.source, source ?? followed == followed else { return }
        throw RequestError(
            .usage,
            "playback follows \(followed == .clock ? "a " : "")\(FollowStatus.name(of: followed)); "
                + "'follow off' ends that"
        )
    }

    // MARK: Steps

    /// Waits for the source, which decides on starts.
    ///
    /// - Throws: `usage` for a piece that cannot follow it.
    func waitForSource(at frame: Int64) throws(RequestError) {
        if playback.isUnderWay { playback.halt() }
        playback.locate(at: frame)
        run.enter(.paused, .located)
        if followSettings?.source == .clock, case .smpte? = piece?.sequence.division {
            throw RequestError(
                .usage,
                "the file has SMPTE division, no quarter notes: it cannot follow a MIDI clock"
            )
        }
        following.follower?.release()
        stepFollowing()
    }

    /// Does what keeps playback with the source.
    func stepFollowing() {
        let now = LiveQueue.now
        defer { watchFollowing(at: now) }
        guard
            let step = following.follower?.step(of: playback, isPlaying: state == .playing, at: now)
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
            guard queue.target == nil else { break }
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
        following.isStarting = true
        defer { following.isStarting = false }
        do throws(RequestError) {
            try start(
                at: frame,
                state == .playing ? .located : .continued,
                chasesNotes: true
            )
        } catch {
            reporter.report(error, file: run.path)
            following.follower?.hold()
        }
    }

    private func watchFollowing(at now: Int64) {
        guard let follower = following.follower else { return following.stop() }
        following.watch(state == .playing || follower.isUnderWay(at: now)) { [weak self] in
            self?.stepFollowing()
        }
        let status = FollowStatus(follower.follower, at: now)
        if following.takeReport(of: status.state, at: .now()) {
            reporter.publish(.follow(status))
        }
    }

    /// Stays behind the end of a piece: the source decides when playing continues.
    func endFollowed() {
        following.follower?.hold()
        engine.halt()
        playback.locate(at: 0)
        run.enter(.stopped, .stopped)
    }
}
