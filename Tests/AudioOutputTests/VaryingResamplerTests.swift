import Foundation
import Realtime
import Testing

@testable import AudioOutput

/// The resampler of further devices.
@Suite struct VaryingResamplerTests {
    /// Resamples a sine, in blocks of 64 frames, and gives the largest error in dB of its level.
    ///
    /// - Parameters:
    ///   - frequency: The sine's, in Hz.
    ///   - rates: The frames per second of input and output.
    ///   - correction: The relative change of the step, for each block.
    /// - Returns: The error.
    private func error(
        of frequency: Double,
        _ rates: (Int, Int),
        correction: (Int) -> Double
    ) -> Double {
        var resampler = VaryingResampler(
            inputRate: rates.0,
            outputRate: rates.1,
            maximumOutput: 64
        )
        var input = StereoBuffer(capacity: 1_024)
        var output = StereoBuffer(capacity: 64)
        let omega = 2 * Double.pi * frequency / Double(rates.0)
        var (fed, worst) = (0, 0.0)
        for block in 0..<100 {
            let steps = (correction(block), correction(block + 1))
            let (first, last) = (
                resampler.nominalStep * (1 + steps.0), resampler.nominalStep * (1 + steps.1)
            )
            let missing = resampler.missing(for: 64, step: max(first, last))
            for index in 0..<missing {
                input.left[index] = Float(sin(omega * Double(fed + index)))
                input.right[index] = Float(cos(omega * Double(fed + index)))
            }
            fed += missing
            resampler.add(input, count: missing)
            var position = Double(resampler.position.frames) + resampler.position.fraction
            resampler.take(into: &output, count: 64, steps: (first, last))
            for frame in 0..<64 {
                if block > 8 {
                    worst = max(worst, abs(Double(output.left[frame]) - sin(omega * position)))
                    worst = max(worst, abs(Double(output.right[frame]) - cos(omega * position)))
                }
                position += first + (last - first) * Double(frame) / 64
            }
        }
        return 20 * log10(worst)
    }

    @Test(
        "a sine has an error below −100 dB, at each rate and correction",
        arguments: [
            (48_000, 48_000, 20_000.0), (44_100, 44_100, 20_000), (48_000, 44_100, 18_000),
            (44_100, 48_000, 20_000), (48_000, 48_000, 997),
        ]
    )
    func sine(from: Int, to rate: Int, frequency: Double) {
        for ppm in [200.0, -200, 0, 1_500] {
            let error = error(of: frequency, (from, rate)) { _ in ppm * 1e-6 }
            #expect(error < -100, "\(ppm) ppm: \(error) dB")
        }
    }

    @Test("a correction that moves leaves no trace")
    func moving() {
        let error = error(of: 5_000, (48_000, 48_000)) { sin(Double($0) / 9) * 0.001 }
        #expect(error < -100, "\(error) dB")
    }

    @Test("what the output's rate cannot hold is removed")
    func aliases() {
        var resampler = VaryingResampler(inputRate: 48_000, outputRate: 32_000, maximumOutput: 64)
        var input = StereoBuffer(capacity: 1_024)
        var output = StereoBuffer(capacity: 64)
        var (fed, peak): (Int, Float) = (0, 0)
        for block in 0..<100 {
            let missing = resampler.missing(for: 64, step: 1.5)
            for index in 0..<missing {
                input.left[index] = Float(sin(2.6 * Double(fed + index)))
                input.right[index] = 0
            }
            fed += missing
            resampler.add(input, count: missing)
            resampler.take(into: &output, count: 64, steps: (1.5, 1.5))
            if block > 8 { peak = max(peak, output.left.peak(from: 0, to: 64)) }
        }
        #expect(20 * log10(Double(peak)) < -90, "\(peak)")
    }
}
