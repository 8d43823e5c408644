import Foundation
import Platform
import SoundTestSupport
import Testing

@testable import AudioOutput

/// Keeping real time without a device.
@Suite struct PacerTests {
    @Test func framesBecomeNanoseconds() {
        #expect(FrameTime.nanoseconds(of: 0, rate: 48_000) == 0)
        #expect(FrameTime.nanoseconds(of: 1, rate: 48_000) == 20_833)
        #expect(FrameTime.nanoseconds(of: 48_000, rate: 48_000) == 1_000_000_000)
        #expect(FrameTime.nanoseconds(of: 44_101, rate: 44_100) == 1_000_022_675)
        #expect(FrameTime.nanoseconds(of: -48, rate: 48_000) == -1_000_000)
    }

    @Test func aYearOfFramesDoesNotOverflow() {
        let seconds: Int64 = 366 * 86_400
        #expect(
            FrameTime.nanoseconds(of: seconds * 96_000, rate: 96_000) == seconds * 1_000_000_000
        )
    }

    /// A clock that stands still but for what it is told, and for sleeping.
    private final class ManualClock {
        var time: Int64 = 5_000_000_000
        var slept: Int64 = 0

        var clock: Pacer.Clock {
            Pacer.Clock(
                now: { self.time },
                sleep: { until in
                    guard until > self.time else { return }
                    self.slept += until - self.time
                    self.time = until
                }
            )
        }
    }

    @Test func daysOfStandstillAreNotMadeUpFor() {
        let clock = ManualClock()
        var pacer = Pacer(rate: 48_000, ahead: 480, clock: clock.clock)
        for _ in 0..<100 { pacer.wrote(480) }
        clock.time += 3 * 86_400 * 1_000_000_000
        clock.slept = 0
        for _ in 0..<101 { pacer.wrote(480) }
        // A second of sound takes its second again, but for the buffer's length.
        #expect((980_000_000...1_010_000_000).contains(clock.slept))
    }

    @Test func aDelayOfABusyMachineIsMadeUpFor() {
        let clock = ManualClock()
        var pacer = Pacer(rate: 48_000, ahead: 480, clock: clock.clock)
        let start = clock.time
        for round in 0..<1_000 {
            if round % 100 == 50 { clock.time += 300_000_000 }
            pacer.wrote(480)
        }
        pacer.drain()
        // The last of the delays is 5 s before the end.
        #expect((9_980_000_000...10_010_000_000).contains(clock.time - start))
    }

    /// How long a body takes.
    private func time(_ body: () throws -> Void) rethrows -> Duration {
        try ContinuousClock().measure(body)
    }

    @Test func theNullSinkKeepsRealTime() throws {
        let sink = NullSink(rate: 48_000, periodFrames: 480, periods: 4, format: .s16)
        let silence = [UInt8](repeating: 0, count: 480 * 4)
        let taken = try time {
            // 0.3 s of sound.
            for _ in 0..<30 { try sink.write(silence, frames: 480) }
            try sink.finish()
        }
        #expect(taken >= .milliseconds(270))
    }

    @Test func theNullSinkLetsABuffersLengthBeAhead() throws {
        let sink = NullSink(rate: 8_000, periodFrames: 800, periods: 4, format: .s16)
        let silence = [UInt8](repeating: 0, count: 800 * 4)
        // 0.4 s of sound fit into the buffer.
        let taken = try time {
            for _ in 0..<4 { try sink.write(silence, frames: 800) }
        }
        #expect(taken < .milliseconds(300))
    }

    @Test func aPauseIsNotMadeUpFor() throws {
        let sink = NullSink(rate: 48_000, periodFrames: 480, periods: 1, format: .s16)
        let silence = [UInt8](repeating: 0, count: 480 * 4)
        try sink.write(silence, frames: 480)
        Thread.sleep(forTimeInterval: 0.1)
        try sink.resume()
        let taken = try time {
            for _ in 0..<10 { try sink.write(silence, frames: 480) }
        }
        #expect(taken >= .milliseconds(80))
    }
}
