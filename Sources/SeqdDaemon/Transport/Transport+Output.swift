import ControlProtocol
import Logging
import Playback
import SamplerHost
import Sequencer

/// The device that is lost and comes back.
extension Transport {
    /// Measures the device's clock while something plays.
    func watchDeviceClock() {
        deviceClockTimer.run(state == .playing) { [weak self] in
            guard let self else { return }
            let frame = engine.framesRendered
            if let time = engine.clock.time(ofFrame: frame) {
                deviceClock.note(frame: frame, time: time)
            }
        }
    }

    /// Reports changes of the device, and pauses or stops without it if that is wanted.
    func updateOutput() {
        let xruns = engine.xruns
        if let change = output.update(xruns: xruns) {
            log(change, xruns: xruns)
            reporter.publish(
                .output(
                    output.state,
                    lostSeconds: change.returnedAfter.map { $0 / .seconds(1) }
                        ?? output.lostSeconds,
                    xruns: xruns
                )
            )
            reportServiceStatus()
        }
        for (device, change) in further.update() { log(change, of: device, xruns: 0) }
        followOutput()
        followSleep()
    }

    /// Releases the memory of samples while the engine sleeps.
    private func followSleep() {
        let isAsleep = engine.isAsleep
        guard isAsleep != isMemoryReleased else { return }
        isMemoryReleased = isAsleep
        if isAsleep { loader.releaseMemory() } else { loader.restoreMemory() }
    }

    /// Logs a change.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - device: The name of a device after the first; `nil` for that.
    ///   - xruns: The buffer underruns so far.
    private func log(_ change: OutputMonitor.Change, of device: String? = nil, xruns: Int) {
        let logger = reporter.logger
        if let reason = change.loss { logger.warning("device lost: \(reason)") }
        if let reason = change.otherReason { logger.warning("device still lost: \(reason)") }
        if let time = change.returnedAfter {
            let text = TimeText.text(seconds: time / .seconds(1), decimals: 1...1)
            let name = device.map { "device \($0)" } ?? "device"
            logger.notice("\(name) back after \(text)")
        }
        if change.hasUnderrun { logger.warning("buffer underrun (\(xruns) in total)") }
    }

    /// Pauses or stops what plays while the device is lost, and resumes what was paused.
    private func followOutput() {
        let isLost = output.isLost
        switch lossAction {
        case .continue:
            break
        case .pause where isLost && state == .playing:
            pause()
            isPausedByLoss = true
        case .stop where isLost && state == .playing:
            stop()
        case .pause where !isLost && isPausedByLoss:
            isPausedByLoss = false
            if state == .paused { resumeAfterLoss() }
        case .pause, .stop:
            break
        }
    }

    private func resumeAfterLoss() {
        let file = currentPath
        EventLoop.begin { [self] in
            do {
                try await resume()
            } catch {
                reporter.report(RequestError(completing: error), file: file)
            }
        }
    }
}
