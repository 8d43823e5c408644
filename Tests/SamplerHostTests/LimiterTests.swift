import Effects
import Foundation
import Realtime
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// The limiter by itself.
@Suite struct LimiterTests {
    private static let rate = 48_000
    /// The ceiling, dBFS.
    private static let ceiling = -1.0

    /// A stereo signal by the limiter in calls of some frames, with its latency taken off.
    private func limited(
        _ left: [Float],
        _ right: [Float]? = nil,
        rate: Int = rate,
        by lengths: [Int] = [256]
    ) -> (left: [Float], right: [Float], lowestGain: Float) {
        var limiter = Limiter(rate: rate, maximumFrames: 4_096)
        let right = right ?? left
        let padding = limiter.latency
        var buffer = StereoBuffer(capacity: 4_096)
        var output: (left: [Float], right: [Float]) = ([], [])
        var position = 0
        var call = 0
        while output.left.count < left.count + padding {
            let count = min(
                lengths[call % lengths.count],
                left.count + padding - output.left.count
            )
            call += 1
            for index in 0..<count {
                let frame = position + index
                buffer.left[index] = frame < left.count ? left[frame] : 0
                buffer.right[index] = frame < left.count ? right[frame] : 0
            }
            limiter.process(&buffer, frames: count)
            for index in 0..<count {
                output.left.append(buffer.left[index])
                output.right.append(buffer.right[index])
            }
            position += count
        }
        return (
            Array(output.left.dropFirst(padding)), Array(output.right.dropFirst(padding)),
            limiter.takeLowestGain()
        )
    }

    private static func sine(
        _ frequency: Double,
        _ amplitude: Double,
        phase: Double = 0,
        _ count: Int
    )
        -> [Float]
    {
        (0..<count).map {
            Float(amplitude * sin(2 * .pi * frequency * Double($0) / Double(rate) + phase))
        }
    }

    private static func noise(_ count: Int, _ amplitude: Float) -> [Float] {
        var generator = SeededGenerator(seed: 7)
        return (0..<count).map { _ in .random(in: -amplitude...amplitude, using: &generator) }
    }

    /// Signals that exceed the ceiling.
    private static let loudSignals: [(name: String, samples: [Float])] = {
        let count = 4_800
        var generator = SeededGenerator(seed: 3)
        let square: [Float] = sine(441, 1, phase: 0.1, count).map { $0 < 0 ? -1 : 1 }
        let clicks: [Float] = (0..<count).map { _ in
            Int.random(in: 0..<400, using: &generator) == 0 ? 2 : 0
        }
        let steady = sine(997, 1, count)
        let bursts: [Float] = (0..<count).map { frame in
            let factor: Float = frame / 1_000 % 3 == 0 ? 1.6 : 0.3
            return steady[frame] * factor
        }
        var chord = [Float](repeating: 0, count: count)
        for frequency in [110.0, 277.2, 659.3, 1_760, 5_274] {
            let part = sine(frequency, 0.6, count)
            for frame in 0..<count { chord[frame] += part[frame] }
        }
        return [
            // Every sample is 3 dB below the peaks between them.
            ("sine at a quarter of the rate", sine(12_000, 1.2, phase: .pi / 4, count)),
            ("bass", sine(41.2, 3, count)),
            ("sine at 15 kHz", sine(15_000, 1.5, count)),
            ("square", square),
            ("noise", TruePeakMeter.limitedBand(noise(count, 1.4))),
            ("clicks", clicks),
            ("bursts", bursts),
            ("chord", chord),
        ]
    }()

    @Test func noTruePeakExceedsTheCeiling() {
        for (name, samples) in Self.loudSignals {
            let before = TruePeakMeter.level(samples)
            #expect(before > Self.ceiling + 1, "\(name)")
            let output = limited(samples)
            let level = TruePeakMeter.level(output.left)
            #expect(level <= Self.ceiling, "\(name): \(level) dB")
            // It is not turned down more than it must be.
            #expect(level > Self.ceiling - 1, "\(name): \(level) dB")
            #expect(output.lowestGain < 0.9, "\(name)")
            #expect(output.left.allSatisfy { $0.magnitude <= Float(Limiter.target) }, "\(name)")
        }
    }

    @Test(arguments: [8_000, 22_050, 44_100, 96_000])
    func otherRatesHaveTheSameCeiling(rate: Int) {
        for (name, samples) in Self.loudSignals {
            let level = TruePeakMeter.level(limited(samples, rate: rate).left)
            #expect(level <= Self.ceiling, "\(name): \(level) dB")
        }
    }

    @Test func belowTheCeilingEverySampleStaysAsItIs() {
        for (name, samples) in Self.loudSignals {
            let factor = Float(pow(10, (-1.6 - TruePeakMeter.level(samples)) / 20))
            let quiet = samples.map { $0 * factor }
            let output = limited(quiet, by: [64, 1, 700])
            #expect(output.left.map(\.bitPattern) == quiet.map(\.bitPattern), "\(name)")
            #expect(output.lowestGain == 1, "\(name)")
        }
    }

    @Test func whatGoesBeforeAndLongAfterAPeakStaysAsItIs() {
        var samples = Self.noise(96_000, 0.3)
        samples[10_000] = 4
        let output = limited(samples).left
        let latency = Limiter.latency(rate: Self.rate)
        let changed = samples.indices.filter { samples[$0] != output[$0] }
        #expect(changed.allSatisfy { $0 > 10_000 - latency && $0 < 10_000 + 96_000 })
        #expect(changed.contains { $0 > 10_000 + 3_000 })
        #expect(output[10_000] > 0.84 && output[10_000] <= Float(Limiter.target))
        #expect(changed.max().map { $0 < 90_000 } == true)
    }

    @Test func theReductionHasNoStepAndGoesWithinATenthOfASecond() {
        // A steady sound shows the gain itself.
        var samples = [Float](repeating: 0.5, count: 24_000)
        samples[8_000] = 1.9
        let gains = limited(samples).left.map { $0 / 0.5 }
        let reduction = 1 - (gains[..<8_000].min() ?? 1)
        #expect(reduction > 0.4)
        for frame in 1..<24_000 where frame != 8_000 && frame != 8_001 {
            let step = abs(gains[frame] - gains[frame - 1])
            #expect(step < reduction / 40, "frame \(frame)")
        }
        // 80 ms: a time constant later a third of it is left, after 240 ms a twentieth.
        let left = (1 - gains[8_000 + 3_840]) / reduction
        #expect(left > 0.3 && left < 0.45)
        #expect((1 - gains[8_000 + 11_520]) / reduction < 0.06)
    }

    @Test func bothChannelsAreReducedAlike() {
        let loud = Self.sine(300, 2, 9_600)
        let quiet = Self.sine(700, 0.1, 9_600)
        let output = limited(loud, quiet)
        for frame in 2_000..<9_600
        where loud[frame].magnitude > 0.2 && quiet[frame].magnitude > 0.02 {
            let left = output.left[frame] / loud[frame]
            let right = output.right[frame] / quiet[frame]
            #expect(abs(left - right) < 1e-5, "frame \(frame)")
        }
    }

    @Test func theOutputDoesNotDependOnHowTheFramesCome() {
        for (name, samples) in Self.loudSignals {
            let whole = limited(samples, samples.reversed(), by: [4_096])
            for lengths in [[1], [63, 64, 65], [7, 4_096, 1, 300]] {
                let parts = limited(samples, samples.reversed(), by: lengths)
                let difference = firstDifference(parts.left, whole.left)
                #expect(difference == nil, "\(name), \(lengths)")
                let differenceRight = firstDifference(parts.right, whole.right)
                #expect(differenceRight == nil, "\(name), \(lengths)")
            }
        }
    }

    @Test func whatIsNoNumberIsSilenceAndStaysAlone() {
        var samples = Self.noise(4_800, 0.3)
        let clean = samples
        samples[1_000] = .nan
        samples[1_001] = .infinity
        samples[1_002] = -.infinity
        let output = limited(samples).left
        for frame in clean.indices {
            let expected = (1_000...1_002).contains(frame) ? 0 : clean[frame]
            #expect(output[frame] == expected, "frame \(frame)")
        }
        samples[1_000] = .greatestFiniteMagnitude
        samples[1_001] = -.greatestFiniteMagnitude
        let loudest = limited(samples).left
        #expect(loudest.allSatisfy { $0.magnitude <= Float(Limiter.target) })
    }

    @Test func theLatencyIsTwoMillisecondsAtMostAndKeepsBlocksWhole() {
        for rate in [8_000, 22_050, 32_000, 44_100, 48_000, 96_000] {
            let latency = Limiter.latency(rate: rate)
            #expect(latency * 500 <= rate)
            #expect(latency >= 2 * TruePeakDetector.reach)
            if rate >= 32_000 { #expect(latency % Int(Synthesizer.coarsestGrid) == 0) }
        }
    }

    @Test func whatIsForgottenIsSilence() {
        var limiter = Limiter(rate: Self.rate, maximumFrames: 256)
        var buffer = StereoBuffer(capacity: 256)
        func fill(_ value: Float) {
            for frame in 0..<256 {
                buffer.left[frame] = value
                buffer.right[frame] = value
            }
        }
        fill(3)
        limiter.process(&buffer, frames: 256)
        limiter.forget()
        fill(0.5)
        limiter.process(&buffer, frames: 256)
        let latency = limiter.latency
        let output = (0..<256).map { buffer.left[$0] }
        #expect(output[..<latency].allSatisfy { $0 == 0 })
        #expect(output[latency...].allSatisfy { $0 == 0.5 })
    }

    @Test func aLimiterThatIsOffGivesWhatItGets() {
        var limiter = Limiter(rate: Self.rate, maximumFrames: 64, isOn: false)
        var buffer = StereoBuffer(capacity: 64)
        for frame in 0..<64 { buffer.left[frame] = 3 }
        limiter.process(&buffer, frames: 64)
        limiter.forget()
        let isAsItWas = (0..<64).allSatisfy { buffer.left[$0] == 3 }
        #expect(isAsItWas)
        #expect(limiter.latency == 0)
    }
}
