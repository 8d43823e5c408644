import ControlProtocol
import NIOCore
import NIOEmbedded
import Playback
import SamplerHost
import Testing

@testable import SeqdDaemon

@Suite("The watch over the output")
struct OutputWatchTests {
    private final class Device {
        var state = OutputState.idle
    }

    private static func error(_ reason: String) -> HostError {
        HostError(.unavailable, "hw:1", reason)
    }

    private let loop = EmbeddedEventLoop()
    private let device = Device()

    private func watch() -> OutputWatch {
        OutputWatch(on: loop) { [device] in device.state }
    }

    /// Whether a future has completed.
    private func isDone(_ future: EventLoopFuture<Void>) -> Bool {
        var isDone = false
        future.assumeIsolated().whenComplete { _ in isDone = true }
        loop.run()
        return isDone
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
    func opening() {
        let watch = watch()
        _ = watch.update(xruns: 0)
        let first = watch.opened()
        #expect(!isDone(first))
        device.state = .running
        _ = watch.update(xruns: 0)
        #expect(isDone(first))
        #expect(isDone(watch.opened()))
        device.state = .idle
        _ = watch.update(xruns: 0)
        let second = watch.opened()
        #expect(!isDone(second))
        device.state = .lost(OutputLoss(Self.error("gone"), since: .now))
        _ = watch.update(xruns: 0)
        #expect(isDone(second))
    }

    @Test("waits a second at most, counted anew each time, and not at all after the end")
    func limit() {
        let watch = watch()
        let first = watch.opened()
        loop.advanceTime(by: .milliseconds(600))
        device.state = .running
        _ = watch.update(xruns: 0)
        #expect(isDone(first))
        device.state = .idle
        _ = watch.update(xruns: 0)
        let second = watch.opened()
        loop.advanceTime(by: .milliseconds(600))
        #expect(!isDone(second))
        loop.advanceTime(by: .milliseconds(400))
        #expect(isDone(second))
        let third = watch.opened()
        watch.end()
        #expect(isDone(third))
        #expect(isDone(watch.opened()))
    }
}
