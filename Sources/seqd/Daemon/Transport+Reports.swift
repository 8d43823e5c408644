import CLinux
import Logging
import NIOPosix
import SamplerHost
import Sequencer

/// What the audio thread reports.
extension Transport {
    /// Takes what it has reported since the last time.
    func takeReports() {
        for report in engine.takeReports() {
            switch report {
            case .began(let number, _): began(number)
            case .ended(let number, _):
                items.removeValue(forKey: number)
                if lineage.contains(number) { songEnded() }
            case .halted(let number, let position):
                if halted == number, state == .paused, let item = items[number] {
                    rest = item.nominalFrame(ofItemFrame: position)
                    halted = nil
                }
                items.removeValue(forKey: number)
            case .replaced(let number):
                revoked.remove(number)
                items.removeValue(forKey: number)
                if queued == number { queued = nil }
                // The last one is what plays, or is about to.
                if lineage.last != number { lineage.removeAll { $0 == number } }
            case .refused(let number):
                items.removeValue(forKey: number)
                if lineage.contains(number) { startAnew() }
            case .retired, .finished:
                break
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

    /// The engine plays an item; if it is the one that waited, the song before it is over.
    private func began(_ number: Int) {
        let isRevoked = revoked.remove(number) != nil
        // Something was started since, and takes its place.
        if let start = lineage.first, number < start { return }
        guard number == queued || isRevoked, let following, let current,
            entries.indices.contains(current + 1),
            following.entry == entries[current + 1].number, state == .playing
        else {
            // It was to be taken back and was quicker: nothing that follows wants it.
            if isRevoked, lineage.isEmpty { engine.halt() }
            return
        }
        queued = nil
        tell(.ended)
        self.current = current + 1
        self.following = nil
        take(following)
        songHasPlayed = true
        lineage = [number]
        rest = 0
        lastCueTick = -1
        tell(.started)
        // Taken back because something changed meanwhile: that holds for it too.
        if isRevoked { changed() } else { prepareFollowing() }
    }

    private func songEnded() {
        lineage = []
        rest = 0
        tell(.ended)
        guard state == .playing, let current else { return }
        if entries.indices.contains(current + 1) {
            go(to: current + 1)
        } else {
            // One that was taken back may have been quicker.
            engine.halt()
            state = .stopped
            hasEnded = true
            tell(.stopped)
        }
    }

    /// The samplers had gone when playing was to begin on them: it begins on new ones.
    private func startAnew() {
        loadCurrent(from: rest, .continued)
    }

    // MARK: Device and ports

    /// Tells of changes of the device.
    func checkOutput() {
        let output = outputState
        let xruns = engine.xruns
        guard output != lastOutput || xruns != lastXruns else { return }
        if output != lastOutput {
            if case .lost(let reason) = output { logger.warning("output lost: \(reason)") }
            if case .lost? = lastOutput, case .running = output { logger.notice("output is back") }
        }
        if xruns != lastXruns { logger.warning("the device ran dry (\(xruns) times in all)") }
        lastOutput = output
        lastXruns = xruns
        if case .running = output, !isRunning {
            isRunning = true
            whenRunning()
        }
        events(.output(output, xruns: xruns))
    }

    /// How the device stands.
    var outputState: TransportStatus.Output {
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
