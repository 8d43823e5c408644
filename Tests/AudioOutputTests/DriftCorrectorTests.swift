import Foundation
import Platform
import Realtime
import TestSupport
import Testing

@testable import AudioOutput

/// Two devices with clocks of their own, simulated without one.
@Suite struct DriftCorrectorTests {
    private static let rate = 8_000
    private static let period = 64
    private static let frequency = 440.0

    /// The course of a simulation.
    private struct Course {
        var drift = 0.0
        /// The frames between what was written to the first device and what the second one has come
        /// to, at the end of each second.
        var lags: [Double] = []
        var sound: [Float] = []
        var starvations = 0
        var misalignments = 0
    }

    /// Plays a sine to two devices.
    ///
    /// - Parameters:
    ///   - ppm: How much faster the second one is.
    ///   - jitter: The most by which a write is late, in seconds.
    ///   - seconds: The length.
    /// - Returns: What came of it.
    private func play(ppm: Double, jitter: Double, seconds: Int) -> Course {
        let (rate, period) = (Double(Self.rate), Self.period)
        let ring = FrameRing(minimumCapacity: Self.rate)
        var corrector = DriftCorrector(
            inputRate: Self.rate,
            outputRate: Self.rate,
            lead: Self.rate / 50,
            maximumOutput: period
        )
        var random = SeededGenerator(seed: 7)
        var source = StereoBuffer(capacity: period)
        var output = StereoBuffer(capacity: period)
        var course = Course()
        var written = 0
        var moment = FrameRing.Moment()
        func write(at time: Double) {
            for index in 0..<period {
                let angle = 2 * .pi * Self.frequency * Double(written + index) / rate
                source.left[index] = Float(0.5 * sin(angle))
                source.right[index] = source.left[index]
            }
            ring.write(source, from: 0, to: period)
            written += period
            moment.frames = Int64(written)
            moment.time = Int64(time * 1e9)
        }
        // Both fill their buffers at once.
        for _ in 0..<4 { write(at: 1) }
        let origin = 1.0
        var nextWrite = origin + Double.random(in: 0...jitter, using: &random)
        var (writes, reads) = (0, 0)
        let end = origin + Double(seconds)
        while true {
            let ideal = origin + Double(reads) * Double(period) / (rate * (1 + ppm * 1e-6))
            let now = ideal + Double.random(in: 0...jitter, using: &random)
            guard now < end else { break }
            while nextWrite <= now {
                write(at: nextWrite)
                writes += 1
                let due = origin + Double(writes) * Double(period) / rate
                nextWrite = max(
                    due + Double.random(in: 0...jitter, using: &random),
                    nextWrite
                )
            }
            if ring.unreadFrames < corrector.missing(for: period) { course.starvations += 1 }
            corrector.take(period, from: ring, into: &output)
            course.sound += (0..<period).map { output.left[$0] }
            reads += 1
            corrector.wrote(period, at: Int64(now * 1e9), moment)
            if corrector.misalignment != 0 { course.misalignments += 1 }
            if reads % 125 == 0 {
                let ideal = (ideal - origin) * rate
                let read = Double(written - ring.unreadFrames)
                course.lags.append(ideal - read)
            }
        }
        course.drift = corrector.drift ?? .nan
        return course
    }

    /// What is left of a sine where it is continued from its last two samples, in dB of its level:
    /// clicks and noise, and nothing of slow changes of its pitch.
    private func residual(_ sound: ArraySlice<Float>, ppm: Double) -> Double {
        let omega = 2 * Double.pi * Self.frequency / Double(Self.rate) / (1 + ppm * 1e-6)
        let samples = sound.map(Double.init)
        var worst = 0.0
        for index in 2..<samples.count {
            let expected = 2 * cos(omega) * samples[index - 1] - samples[index - 2]
            worst = max(worst, abs(samples[index] - expected))
        }
        return 20 * log10(worst / 0.5)
    }

    @Test(
        "the drift is found, the lag stays, and nothing clicks",
        arguments: [(200.0, 0.0), (-200, 0), (200, 0.004), (-150, 0.002), (0, 0.004)]
    )
    func converges(ppm: Double, jitter: Double) {
        let course = play(ppm: ppm, jitter: jitter, seconds: 120)
        #expect(course.starvations == 0 && course.misalignments == 0)
        let tolerance = jitter == 0 ? 1.0 : 15
        #expect(abs(course.drift - ppm) < tolerance, "\(course.drift) ppm")
        // 16 ms are 128 frames; the lag that it began with is kept.
        let late = course.lags.dropFirst(60)
        let spread = (late.max() ?? 0) - (late.min() ?? 0)
        #expect(spread < 3 * Double(Self.period), "\(spread) frames")
        // A frame that is lost or added is above −20 dB; the drift itself, until it is found, −86.
        let all = residual(course.sound.dropFirst(Self.rate / 2), ppm: ppm)
        #expect(all < -80, "\(all) dB")
        let settled = residual(course.sound.dropFirst(60 * Self.rate), ppm: ppm)
        #expect(settled < -94, "\(settled) dB")
    }

}
