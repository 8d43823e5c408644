import Realtime
import Testing

@testable import AudioOutput

/// The rate of taps.
@Suite struct TapResamplerTests {
    /// Ten minutes; in ten hours a difference would be 60 times as large.
    @Test(arguments: [44_100, 96_000])
    func nothingDrifts(_ target: Int) {
        let (rate, frames) = (48_000, 48_000 * 600)
        var resampler = TapResampler(inputRate: rate, outputRate: target)
        let input = StereoBuffer(capacity: 1_024)
        var output = StereoBuffer(capacity: TapResampler.block)
        let silence = StereoBuffer(capacity: resampler.missing)
        var (given, taken) = (0, 0)
        while given < frames {
            let missing = resampler.missing
            if missing > 0 {
                let count = min(missing, 1_024, frames - given)
                resampler.add(input, count: count)
                given += count
            } else {
                resampler.take(into: &output)
                taken += TapResampler.block
            }
        }
        let position = resampler.position
        let (whole, rest) = (taken * rate).quotientAndRemainder(dividingBy: target)
        let difference =
            Double(position.frames - Int64(whole)) + position.fraction
            - Double(rest) / Double(target)
        #expect(abs(difference) < 1e-6, "\(difference) frames")
        while true {
            let count = resampler.finish(into: &output, silence)
            guard count > 0 else { break }
            taken += count
        }
        #expect(taken == frames / rate * target)
    }
}
