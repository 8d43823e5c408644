import Playback
import SamplerHost
import Testing

@Suite("The monitor of the output")
struct OutputMonitorTests {
    private static func error(_ reason: String) -> HostError {
        HostError(.unavailable, "hw:1", reason)
    }

    @Test("tells once of what has changed, and remembers a loss until it runs again")
    func changes() {
        var monitor = OutputMonitor()
        let start = ContinuousClock.now
        func update(
            _ state: OutputState,
            _ xruns: Int = 0,
            after seconds: Int = 0
        ) -> OutputMonitor.Change? {
            monitor.update(state, xruns: xruns, now: start + .seconds(seconds))
        }
        func lost(_ reason: String, since seconds: Int) -> OutputState {
            .lost(OutputLoss(Self.error(reason), since: start + .seconds(seconds)))
        }
        let first = update(.running)
        #expect(first?.loss == nil && first?.returnedAfter == nil && first?.hasUnderrun == false)
        #expect(update(.running) == nil)
        #expect(update(.running, 2)?.hasUnderrun == true)
        #expect(update(lost("gone", since: 5), 2)?.loss == "hw:1: gone")
        #expect(update(lost("gone", since: 5), 2) == nil)
        #expect(monitor.loss?.reason == Self.error("gone") && monitor.isLost)
        // Idle it is not tried.
        #expect(update(.idle, 2)?.returnedAfter == nil)
        #expect(monitor.loss?.reason == Self.error("gone") && !monitor.isLost)
        #expect(update(lost("away", since: 7), 2)?.loss == "hw:1: away")
        #expect(update(.running, 3, after: 10)?.returnedAfter == .seconds(3))
        #expect(monitor.loss == nil)
    }

    @Test("tells for how long it was lost, whatever the reasons were, and adds the losses up")
    func durations() {
        var monitor = OutputMonitor()
        let start = ContinuousClock.now
        func update(_ state: OutputState, after seconds: Double) -> OutputMonitor.Change? {
            monitor.update(state, xruns: 0, now: start + .seconds(seconds))
        }
        let loss = start + .seconds(1)
        #expect(update(.running, after: 0) != nil)
        let first = update(.lost(OutputLoss(Self.error("gone"), since: loss)), after: 1)
        #expect(first?.loss == "hw:1: gone")
        // Another reason is no other loss.
        let other = update(.lost(OutputLoss(Self.error("busy"), since: loss)), after: 2)
        #expect(other?.loss == nil && other?.otherReason == "hw:1: busy")
        #expect(update(.running, after: 4.5)?.returnedAfter == .seconds(3.5))
        #expect(update(.idle, after: 5) != nil)
        #expect(update(.running, after: 6)?.returnedAfter == nil)
        // One that came back while nothing sounded is back when it runs.
        let second = start + .seconds(7)
        #expect(update(.lost(OutputLoss(Self.error("gone"), since: second)), after: 7) != nil)
        #expect(update(.idle, after: 8)?.returnedAfter == nil)
        #expect(update(.running, after: 9)?.returnedAfter == .seconds(2))
        #expect(monitor.losses == 2)
        #expect(monitor.lostTime == .seconds(5.5))
    }
}
