import CLinux
import ControlProtocol
import Logging
import NIOPosix
import Playback
import SamplerHost
import Sequencer

/// What the audio thread reports.
extension Transport {
    /// Takes what it has reported since the last time.
    func takeReports() {
        for report in engine.takeReports() {
            // What waits for its last frames has its turn before it is put away.
            if state == .playing, playback.isEnd(report), let song {
                tellLastCues(of: song)
                if !actions.isEmpty { performActions(to: song.endFrame(rate: rate)) }
            }
            if case .substituted = report { tellLiveSubstitutions() }
            switch playback.handle(report) {
            case .ended?: songEnded()
            case .followed(let wasWithdrawn)?: followed(wasWithdrawn: wasWithdrawn)
            case .refused?: startAnew()
            case nil: break
            }
        }
        freeReleasedRacks()
        checkOutput()
    }

    /// Frees samplers where that may wait.
    ///
    /// They are what is large here, and a daemon shall not stay as large as it once was.
    private func freeReleasedRacks() {
        let racks = engine.takeReleasedRacks()
        guard !racks.isEmpty else { return }
        loader.submit { _ in
            withExtendedLifetime(racks) {}
        }
        loader.submit { _ in seqd_trim_memory() }
    }

    /// The song before is over, and the one that waited plays.
    private func followed(wasWithdrawn: Bool) {
        guard queue.current != nil else { return }
        tell(.ended)
        queue.advance()
        following = nil
        tookSong()
        if let song { cues.restart(at: song.start, of: song) }
        tell(.started)
        // Taken back because something changed meanwhile: that holds for it too.
        if wasWithdrawn { changed() } else { prepareFollowing() }
    }

    private func songEnded() {
        tell(.ended)
        guard state == .playing else { return }
        guard queue.target != nil else { return goBehindCurrent() }
        // One that was taken back may have been quicker.
        engine.halt()
        queue.setOverdue(true)
    }

    /// Goes on behind the current entry, which is over.
    func goBehindCurrent() {
        guard let index = queue.currentIndex else { return }
        if queue.following != nil {
            go(to: index + 1)
        } else {
            // One that was taken back may have been quicker.
            engine.halt()
            state = .stopped
            queue.end()
            tell(.stopped)
        }
    }

    /// The samplers had gone when playing was to begin on them: it begins on new ones.
    private func startAnew() {
        loadCurrent(from: playback.resumePosition, .continued)
    }

    // MARK: Device and ports

    /// Tells of changes of the device.
    func checkOutput() {
        let (output, xruns) = (outputState, engine.xruns)
        let state: OutputMonitor.State =
            switch output {
            case .lost(let reason): .lost(reason)
            case .running: .running
            case .idle: .idle
            }
        guard let change = outputMonitor.update(state, xruns: xruns) else { return }
        if let reason = change.loss { logger.warning("output lost: \(reason)") }
        if change.hasReturned { logger.notice("output is back") }
        if change.hasUnderrun { logger.warning("buffer underrun (\(xruns) in total)") }
        if output != .idle { settleOutput() }
        events(.output(output, xruns: xruns))
        tellServiceStatus()
    }

    /// Tells the service manager what the sound does, where that has changed.
    func tellServiceStatus() {
        let status = ServiceStatus(state: state, file: currentPath, loss: outputMonitor.loss)
        guard status != lastServiceStatus else { return }
        lastServiceStatus = status
        onStatusChange(status.text)
    }

    /// How the device stands.
    var outputState: DaemonStatus.Output {
        switch output.state {
        case .lost(let error): .lost(error.description)
        case .running: engine.isAsleep ? .idle : .running
        case .idle: .idle
        }
    }

    /// Tells of MIDI sources that came and went.
    func checkPorts() {
        let now = ports()
        let before = knownPorts
        knownPorts = now
        for port in now where port.input != nil && !before.contains(port) {
            logger.info("connected: \(port.address) \(port.name)")
            events(.ports(port))
        }
        for port in before where port.input != nil && !now.contains(port) {
            logger.info("gone: \(port.address) \(port.name)")
            var gone = port
            gone.input = nil
            events(.ports(gone))
        }
    }
}
