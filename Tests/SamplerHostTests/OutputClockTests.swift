import CLinux
import SoundTestSupport
import Testing

@testable import SamplerHost

@Suite("The clock of an output")
struct OutputClockTests {
    @Test("gives the times of frames before and after the last one written")
    func times() {
        let clock = OutputClock(endTime: 5_000_000_000, frame: 48_000, rate: 48_000)
        #expect(!clock.isPending)
        #expect(clock.time(ofFrame: 48_000) == 5_000_000_000)
        #expect(clock.time(ofFrame: 24_000) == 4_500_000_000)
        #expect(clock.time(ofFrame: 48_480) == 5_010_000_000)
        // Nothing overflows.
        #expect(clock.time(ofFrame: .max / 2) == 3_605_000_000_000)
    }

    @Test("gives the frames that leave the output at times", arguments: [44_100, 48_000, 96_000])
    func frames(rate: Int) throws {
        let clock = OutputClock(endTime: 5_000_000_000, frame: 48_000, rate: rate)
        for frame: Int64 in -2_000...100_000 {
            let time = try #require(clock.time(ofFrame: frame))
            #expect(clock.frame(atTime: time) == frame)
            #expect(clock.frame(atTime: time + 5_000) == frame)
        }
        #expect(clock.frame(atTime: .max) == 48_000 + Int64(rate) * 3_600)
        #expect(clock.frame(atTime: .min) == 48_000 - Int64(rate) * 3_600)
        #expect(OutputClock().frame(atTime: 0) == nil)
    }

    @Test("has no times before the first frame, nor for an output that keeps none")
    func none() {
        #expect(OutputClock().isPending && OutputClock().time(ofFrame: 0) == nil)
        let file = OutputClock(endTime: nil, frame: 256, rate: 48_000)
        #expect(!file.isPending && file.time(ofFrame: 0) == nil)
    }

    @Test("without a device is that of the real time that is kept")
    func realTime() throws {
        let sink = NullSink(rate: 48_000, periodFrames: 480, periods: 2, format: .s16)
        #expect(sink.endTime() == nil)
        let silence = [UInt8](repeating: 0, count: 480 * 4)
        var times: [Int64] = []
        let start = seqd_monotonic_nanoseconds()
        for _ in 0..<5 {
            _ = try sink.write(silence.span.bytes, frames: 480)
            times.append(try #require(sink.endTime()))
        }
        #expect(times[0] - start >= 10_000_000)
        for (earlier, later) in zip(times, times.dropFirst()) {
            #expect(later - earlier == 10_000_000)
        }
        // After a pause it begins anew.
        try sink.resume()
        #expect(sink.endTime() == nil)
    }
}
