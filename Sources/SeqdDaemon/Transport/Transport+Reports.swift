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
            if case .returned(.survey(let number)) = report { devices.surveys.take(number) }
            if case .substituted = report {
                reporter.report(inputs.add(engine.takeSubstitutions()))
            }
            switch playback.handle(report) {
            case .ended?: player.pieceEnded()
            case .followed(let wasWithdrawn)?: player.nextBegan(wasWithdrawn: wasWithdrawn)
            // The samplers were removed when the piece was to begin on them.
            case .refused?:
                EventLoop.begin { [self] in
                    try await player.loadCurrent(from: playback.resumePosition, .continued)
                }
            case nil: break
            }
        }
        player.queue.loader.free(engine.takeReleasedRacks())
        updateOutput()
    }

    /// Reports changes of the devices, and pauses or stops without the first if that is wanted.
    func updateOutput() {
        devices.update()
        switch devices.lossEffect(settings.lossAction) {
        case .pauses?:
            controls.pause()
            devices.notePause(byLoss: true)
        case .stops?: controls.stop()
        case .resumes?: resumeAfterLoss()
        case nil: break
        }
        devices.followSleep()
    }

    private func resumeAfterLoss() {
        let file = run.path
        EventLoop.begin { [self] in
            do {
                try await player.resume()
            } catch {
                reporter.report(RequestError(completing: error), file: file)
            }
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
