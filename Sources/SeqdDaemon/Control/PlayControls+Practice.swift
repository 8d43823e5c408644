import ControlProtocol
import Playback
import SamplerHost
import Sequencer

/// Practice: playback waits for keys, and its speed changes with the repetitions.
extension PlayControls {
    /// Begins practice with settings, or ends it.
    ///
    /// - Throws: `usage` while a source is followed, and for parts that the loaded piece does not have.
    func setPractice(_ settings: PracticeSettings?) throws(RequestError) {
        if settings != nil { try run.following.checkIsOff() }
        run.reportCues()
        stepPractice()
        let summary = playback.practice?.currentSummary(at: LiveQueue.now)
        do throws(SelectorError) {
            try playback.setPractice(settings)
        } catch {
            throw RequestError(.usage, error.description)
        }
        if let summary { publish(endOf: summary) }
        queue.forgetNext()
        onInterestChange()
        applySettings()
    }

    /// Begins a ramp of speeds, or ends it.
    ///
    /// - Throws: `usage` while a source is followed.
    func setRamp(_ ramp: SpeedRamp?) throws(RequestError) {
        if let ramp {
            try run.following.checkIsOff()
            for speed in [ramp.first, ramp.last] {
                try run.checkPace(speed, run.settings.variSpeed)
            }
        }
        run.reportCues()
        if let move = speedMove { playback.speed = move.end }
        endSpeedMove()
        playback.setRamp(ramp)
        run.set(\.speed, playback.speed)
        applySettings()
    }

    /// Ends practice and the ramp, since another machine decides when playback continues, and how
    /// fast.
    func endPractice() {
        playback.setRamp(nil)
        guard playback.practice != nil else { return }
        try? setPractice(nil)
    }

    /// Takes the keys that were pressed.
    func takePractice(_ messages: [InputMessage]) {
        playback.takePractice(messages, at: LiveQueue.now)
        publishPractice()
    }

    /// Queries the position of playback.
    func stepPractice() {
        playback.observePractice(at: LiveQueue.now)
        publishPractice()
        guard playback.ramp != nil else { return }
        // Cues up to the end of the repetition are heard at the old speed.
        run.reportCues()
        guard playback.stepRamp() else { return }
        takeRampSpeed()
        // The change has withdrawn the next piece.
        queue.prepareNext()
        run.report(.changed)
    }

    /// Takes over the speed of the ramp, which a start or another piece may have begun anew.
    func takeRampSpeed() {
        if playback.ramp != nil { run.set(\.speed, playback.speed) }
    }

    /// The keys that are waited for; `nil` while playback does not wait.
    var awaitedKeys: String? {
        guard run.state == .playing, let keys = playback.practice?.missing(at: LiveQueue.now),
            !keys.isEmpty
        else { return nil }
        return PracticeStep.text(keys)
    }

    private func publishPractice() {
        let events = playback.takePracticeEvents()
        guard !events.isEmpty, let summary = playback.practice?.summary else { return }
        for event in events {
            switch event {
            case .waiting(let step):
                publish(.waiting, step.keys, step, waited: nil, summary)
            case .played(let step, let waited):
                publish(.played, step.keys, step, waited: waited, summary)
            case .wrong(let key):
                publish(.wrong, [key], nil, waited: nil, summary)
            }
        }
    }

    /// Reports the end of practice of a piece, and begins to count anew.
    func endPracticeOfPiece() {
        publishPractice()
        guard let summary = playback.takePracticeSummary(at: LiveQueue.now) else { return }
        publish(endOf: summary)
    }

    private func publish(endOf summary: PracticeSummary) {
        guard summary != PracticeSummary() else { return }
        publish(.ended, nil, nil, waited: summary.waited, summary)
    }

    private func publish(
        _ kind: PracticeChange.Kind,
        _ keys: [UInt8]?,
        _ step: PracticeStep?,
        waited: Int64?,
        _ summary: PracticeSummary
    ) {
        let position = step.flatMap { step in
            run.piece.map {
                TransportPosition(atTick: step.tick, in: $0.sequence, rate: run.rate).text
            }
        }
        run.reporter.publish(
            .practice(
                PracticeChange(
                    kind,
                    keys: keys.map(PracticeStep.text),
                    position: position,
                    waitedSeconds: waited.map(Self.seconds),
                    steps: summary.steps,
                    wrong: summary.wrongKeys,
                    waits: summary.waits
                )
            )
        )
    }

    /// Seconds to a thousandth, which is exact enough for people.
    private static func seconds(_ nanoseconds: Int64) -> Double {
        Double(nanoseconds / 1_000_000) / 1_000
    }

    /// The course of practice; `nil` without any.
    var practising: DaemonStatus.Practising? {
        guard let practice = playback.practice else { return nil }
        let summary = practice.currentSummary(at: LiveQueue.now)
        return DaemonStatus.Practising(
            keys: awaitedKeys,
            wrongKey: practice.wrongKey.map { PracticeStep.text([$0]) },
            steps: summary.steps,
            wrong: summary.wrongKeys,
            waits: summary.waits,
            waitedSeconds: Self.seconds(summary.waited)
        )
    }

    /// Reports that the loaded piece lacks the parts.
    func reportMissingParts() {
        guard let failure = playback.practice?.failure else { return }
        run.reporter.report(
            RequestError(.usage, "practice: \(failure.description)"),
            file: run.path
        )
    }
}
