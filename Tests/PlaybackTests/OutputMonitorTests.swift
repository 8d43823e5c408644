import Playback
import Testing

@Suite("The monitor of the output")
struct OutputMonitorTests {
    @Test("tells once of what has changed, and remembers a loss until it runs again")
    func changes() {
        var monitor = OutputMonitor()
        let start = ContinuousClock.now
        func update(
            _ state: OutputMonitor.State,
            _ xruns: Int = 0,
            after seconds: Int = 0
        ) -> OutputMonitor.Change? {
            monitor.update(state, xruns: xruns, now: start + .seconds(seconds))
        }
        func lost(_ reason: String, since seconds: Int) -> OutputMonitor.State {
            .lost(OutputMonitor.Loss(reason, since: start + .seconds(seconds)))
        }
        let first = update(.running)
        #expect(first?.loss == nil && first?.returnedAfter == nil && first?.hasUnderrun == false)
        #expect(update(.running) == nil)
        #expect(update(.running, 2)?.hasUnderrun == true)
        #expect(update(lost("gone", since: 5), 2)?.loss == "gone")
        #expect(update(lost("gone", since: 5), 2) == nil)
        #expect(monitor.loss?.reason == "gone" && monitor.isLost)
        // Idle it is not tried.
        #expect(update(.idle, 2)?.returnedAfter == nil)
        #expect(monitor.loss?.reason == "gone" && !monitor.isLost)
        #expect(update(lost("away", since: 7), 2)?.loss == "away")
        #expect(update(.running, 3, after: 10)?.returnedAfter == .seconds(3))
        #expect(monitor.loss == nil)
    }

    @Test("tells for how long it was lost, whatever the reasons were, and adds the losses up")
    func durations() {
        var monitor = OutputMonitor()
        let start = ContinuousClock.now
        func update(_ state: OutputMonitor.State, after seconds: Double) -> OutputMonitor.Change? {
            monitor.update(state, xruns: 0, now: start + .seconds(seconds))
        }
        let loss = start + .seconds(1)
        #expect(update(.running, after: 0) != nil)
        #expect(update(.lost(OutputMonitor.Loss("gone", since: loss)), after: 1)?.loss == "gone")
        // Another reason is no other loss.
        let other = update(.lost(OutputMonitor.Loss("busy", since: loss)), after: 2)
        #expect(other?.loss == nil && other?.otherReason == "busy")
        #expect(update(.running, after: 4.5)?.returnedAfter == .seconds(3.5))
        #expect(update(.idle, after: 5) != nil)
        #expect(update(.running, after: 6)?.returnedAfter == nil)
        // One that came back while nothing sounded is back when it runs.
        let second = start + .seconds(7)
        #expect(update(.lost(OutputMonitor.Loss("gone", since: second)), after: 7) != nil)
        #expect(update(.idle, after: 8)?.returnedAfter == nil)
        #expect(update(.running, after: 9)?.returnedAfter == .seconds(2))
        #expect(monitor.losses == 2)
        #expect(monitor.lostTime == .seconds(5.5))
    }
}
