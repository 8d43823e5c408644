import ControlProtocol
import Logging
import Playback
import SamplerHost

/// The leader of JACK's transport, while playback leads it.
@EventLoop
final class LeadRun {
    private let run: PlayRun
    private var lead: PieceLead?
    private let timer = LoopTimer(every: .nanoseconds(PieceLead.interval))

    /// Makes one that leads nothing.
    init(_ run: PlayRun) { self.run = run }

    /// Begins to lead.
    ///
    /// - Throws: `unavailable` without JACK's library.
    func start() throws(HostError) {
        let logger = run.reporter.logger
        lead = try PieceLead { logger.warning("--lead jack: \($0)") }
        update()
    }

    /// Tells the position of playback, repeatedly while something plays.
    func update() {
        guard let lead else { return }
        lead.update(run.playback, isPlaying: run.state == .playing)
        timer.run(run.state == .playing) { [weak self] in self?.update() }
    }

    /// Stops the transport, and ends.
    func end() {
        timer.stop()
        lead?.end()
        lead = nil
    }
}
