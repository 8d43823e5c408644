import ControlProtocol
import Logging
import Playback
import SamplerHost
import Sequencer

/// The reports of the audio thread, the device and the MIDI sources.
extension Transport {
    /// Takes the engine's reports.
    func takeReports() {
        for report in engine.takeReports() {
            run.finishPiece(endedBy: report)
            if case .returned(.survey(let number)) = report {
                if let survey = surveys.removeValue(forKey: number) {
                    survey.succeed()
                } else {
                    // Nobody waits for it any more.
                    _ = engine.takeSurvey(number)
                }
            }
            if case .substituted = report {
                reporter.report(inputs.add(engine.takeSubstitutions()))
            }
            switch playback.handle(report) {
            case .ended?: pieceEnded()
            case .followed(let wasWithdrawn)?: nextBegan(wasWithdrawn: wasWithdrawn)
            // The samplers were removed when the piece was to begin on them.
            case .refused?:
                EventLoop.begin { [self] in
                    try await loadCurrent(from: playback.resumePosition, .continued)
                }
            case nil: break
            }
        }
        loader.free(engine.takeReleasedRacks())
        updateOutput()
    }

    /// Reports changes of the devices, and pauses or stops without the first if that is wanted.
    func updateOutput() {
        devices.update()
        switch devices.lossEffect(settings.lossAction) {
        case .pauses?:
            pause()
            devices.notePause(byLoss: true)
        case .stops?: stop()
        case .resumes?: resumeAfterLoss()
        case nil: break
        }
        devices.followSleep()
    }

    private func resumeAfterLoss() {
        let file = run.path
        EventLoop.begin { [self] in
            do {
                try await resume()
            } catch {
                reporter.report(RequestError(completing: error), file: file)
            }
        }
    }

    /// The piece before has ended, and the next one plays.
    private func nextBegan(wasWithdrawn: Bool) {
        guard queue.current != nil else { return }
        endRecording()
        endPracticeOfPiece()
        run.report(.ended)
        queue.advance()
        nextPiece.take()
        pieceChanged()
        if let piece { run.restartCues(at: piece.start) }
        takeRampSpeed()
        run.report(.started)
        // It was withdrawn because a setting changed, which it is to have too.
        if wasWithdrawn { applySettings() } else { prepareNext() }
    }

    private func pieceEnded() {
        endRecording()
        endPracticeOfPiece()
        run.report(.ended)
        guard state == .playing else { return }
        guard queue.target != nil else {
            return following.isOn ? endFollowed() : goBehindCurrent()
        }
        // A piece that was withdrawn may have begun.
        engine.halt()
        queue.setOverdue(true)
    }

    /// Goes to the entry after the current one, which has ended.
    func goBehindCurrent() {
        guard queue.current != nil else { return }
        if let index = queue.followingIndex {
            go(to: index, consumes: true)
        } else {
            // A piece that was withdrawn may have begun.
            engine.halt()
            run.enter(.stopped)
            queue.end()
            if piece?.entry != queue.current?.number {
                // It was removed because it has been played.
                unload()
                playback.locate(at: 0)
            }
            run.report(.stopped)
        }
    }

    /// Reports MIDI sources and receivers that appeared or were removed.
    func updatePorts() {
        for port in inputs.updatePorts(inputs.ports + inputs.receivers) {
            let change = port.isConnected ? "connected" : "gone"
            reporter.logger.info("\(change): \(port.address) \(port.name)")
            reporter.publish(.ports(port))
        }
    }
}
