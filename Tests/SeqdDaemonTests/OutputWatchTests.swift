import ControlProtocol
import Playback
import SamplerHost
import Testing

@testable import SeqdDaemon

@Suite("The watch over the output")
@EventLoop
struct OutputWatchTests {
    private final class Device {
        var state = OutputState.idle
    }

    private static func error(_ reason: String) -> HostError {
        HostError(.unavailable, "hw:1", reason)
    }

    private let time = VirtualTime()
    private let device = Device()

    private func watch() -> OutputWatch {
        OutputWatch(by: time.clock) { [device] in device.state }
    }

    /// Begins to wait for the device.
    private func opened(_ watch: OutputWatch) -> Pending<Void> {
        EventLoop.begin { await watch.opened() }
    }

    /// Whether waiting has ended.
    private func isDone(_ opened: Pending<Void>) async -> Bool {
        await EventLoop.settle()
        return opened.isSettled
    }

    @Test("reports changes once, and keeps a loss until the device runs")
    func changes() {
        let watch = watch()
        device.state = .running
        #expect(watch.update(xruns: 0) != nil)
        #expect(watch.update(xruns: 0) == nil)
        device.state = .lost(OutputLoss(Self.error("unplugged"), since: .now))
        #expect(watch.update(xruns: 0)?.loss == "hw:1: unplugged")
        #expect(watch.warning == "device lost: hw:1: unplugged")
        device.state = .idle
        #expect(watch.update(xruns: 0) != nil)
        #expect(watch.loss == "hw:1: unplugged" && watch.warning == nil)
        device.state = .running
        #expect(watch.update(xruns: 0) != nil)
        #expect(watch.loss == nil)
        #expect(watch.update(xruns: 2)?.hasUnderrun == true)
    }

    @Test("waits for a device that is being opened until it runs or is lost")
    func opening() async {
        let watch = watch()
        _ = watch.update(xruns: 0)
        let first = opened(watch)
        #expect(await !isDone(first))
        device.state = .running
        _ = watch.update(xruns: 0)
        #expect(await isDone(first))
        #expect(await isDone(opened(watch)))
        device.state = .idle
        _ = watch.update(xruns: 0)
        let second = opened(watch)
        #expect(await !isDone(second))
        device.state = .lost(OutputLoss(Self.error("gone"), since: .now))
        _ = watch.update(xruns: 0)
        #expect(await isDone(second))
    }

    @Test("waits a second at most, counted anew each time, and not at all after the end")
    func limit() async {
        let watch = watch()
        let first = opened(watch)
        time.advance(by: .milliseconds(600))
        device.state = .running
        _ = watch.update(xruns: 0)
        #expect(await isDone(first))
        device.state = .idle
        _ = watch.update(xruns: 0)
        let second = opened(watch)
        time.advance(by: .milliseconds(600))
        #expect(await !isDone(second))
        time.advance(by: .milliseconds(400))
        #expect(await isDone(second))
        let third = opened(watch)
        watch.end()
        #expect(await isDone(third))
        #expect(await isDone(opened(watch)))
    }
}
