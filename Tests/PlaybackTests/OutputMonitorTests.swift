import Playback
import Testing

@Suite("The monitor of the output")
struct OutputMonitorTests {
    @Test("tells once of what has changed, and remembers a loss until it runs again")
    func changes() {
        var monitor = OutputMonitor()
        func update(_ state: OutputMonitor.State, _ xruns: Int = 0) -> OutputMonitor.Change? {
            monitor.update(state, xruns: xruns)
        }
        let first = update(.running)
        #expect(first?.loss == nil && first?.hasReturned == false && first?.hasUnderrun == false)
        #expect(update(.running) == nil)
        #expect(update(.running, 2)?.hasUnderrun == true)
        #expect(update(.lost("gone"), 2)?.loss == "gone")
        #expect(update(.lost("gone"), 2) == nil)
        #expect(monitor.loss == "gone")
        // Idle it is not tried.
        #expect(update(.idle, 2)?.hasReturned == false)
        #expect(monitor.loss == "gone")
        #expect(update(.lost("away"), 2)?.loss == "away")
        #expect(update(.running, 3)?.hasReturned == true)
        #expect(monitor.loss == nil)
    }
}
