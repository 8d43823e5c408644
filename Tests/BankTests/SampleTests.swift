import Foundation
import Testing

/// The samples as they stand in the file.
@Suite struct SampleTests {
    private let bank: BankFile

    init() throws {
        bank = try BankFile(path: bankPath)
    }

    private static func level(_ values: some Collection<Double>) -> Double {
        (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    }

    /// The click is what differs between the frames behind the loop's end, which are how the sound
    /// would go on, and those at the loop's beginning, which are played instead.
    @Test func loopsClickBelowMinus60Decibels() throws {
        let samples = bank.loopedSamples
        try #require(samples.count > 150)
        for sample in samples {
            let (frames, loop) = (sample.frames, sample.loop)
            try #require(loop.upperBound + 16 <= frames.count, "\(sample)")
            let click = Self.level(
                (0..<16).map { frames[loop.upperBound + $0] - frames[loop.lowerBound + $0] }
            )
            let ratio = 20 * log10(click / Self.level(frames[loop]) + 1e-9)
            #expect(ratio < -60, "\(sample): \(ratio) dB")
        }
    }

    /// The same without trust in what follows the loop: no step, corner or kink at the joint is
    /// larger than any within the loop.
    @Test func jointsAreAsSmoothAsTheLoopsAroundThem() throws {
        for sample in bank.loopedSamples {
            let loop = Array(sample.frames[sample.loop])
            func bend(_ index: Int) -> Double {
                let count = loop.count
                let v = (0..<4).map { loop[(index + $0) % count] }
                return (v[3] - 3 * v[2] + 3 * v[1] - v[0]).magnitude
            }
            let inside = (0..<loop.count - 3).map(bend).max() ?? 0
            let joint = (loop.count - 3..<loop.count).map(bend).max() ?? 0
            #expect(joint - inside < 0.001 * Self.level(loop), "\(sample)")
        }
    }

    @Test func nothingStandsAbove45PercentOfTheFrameRate() throws {
        for (index, sample) in bank.samples.enumerated() {
            var frames = sample.frames
            if bank.looped.contains(index) {
                // The loop for ever: the spectrum of what is heard.
                frames = []
                while frames.count < 4_096 { frames += sample.frames[sample.loop] }
            }
            let rate = Double(sample.rate)
            let spectrum = Spectrum(frames, rate: rate, size: 4_096)
            let ratio = 10 * log10(spectrum.energy(0.45 * rate, 0.5 * rate) / spectrum.total)
            #expect(ratio < -60, "\(sample): \(ratio) dB")
        }
    }

    @Test func samplesUseTheirSixteenBits() {
        for sample in bank.samples {
            let peak = sample.frames.reduce(0) { max($0, $1.magnitude) }
            #expect(peak > 0.9 && peak < 1, "\(sample)")
        }
    }

    @Test func soundsThatEndDoSoWithoutAStep() {
        for (index, sample) in bank.samples.enumerated() where !bank.looped.contains(index) {
            let end = sample.frames.suffix(4).reduce(0) { max($0, $1.magnitude) }
            #expect(end < 0.001, "\(sample)")
        }
    }
}
