import Foundation
import Realtime
import Testing

@testable import Effects

/// Overdrive and limiter: what they add to a sine, and how far they delay it.
@Suite struct DriveTests {
    private static let rate = 48_000

    /// A second of a sine on both sides, through an insert.
    private func process(_ text: String, _ hertz: Double, _ level: Double) throws -> [Float] {
        let factor = pow(10, level / 20)
        var chain = InsertChain([try InsertSettings(parsing: text)], rate: Self.rate)
        var sound = StereoBuffer(capacity: Self.rate)
        var sends = SendBuffer(capacity: Self.rate)
        for frame in 0..<Self.rate {
            let value = factor * sin(2 * .pi * hertz * Double(frame) / Double(Self.rate))
            sound.left[frame] = Float(value)
            sound.right[frame] = Float(value)
        }
        chain.process(&sound, &sends, from: 0, to: Self.rate)
        return (0..<Self.rate).map { sound.left[$0] }
    }

    /// The level in dB of a frequency in whole Hz, in the last half of a second.
    private func level(_ samples: [Float], _ hertz: Double) -> Double {
        let part = samples[(Self.rate / 2)...]
        var (real, imaginary) = (0.0, 0.0)
        for (frame, value) in part.enumerated() {
            let turn = 2 * .pi * hertz * Double(frame) / Double(Self.rate)
            // Hann's window: neighbours are two bins away.
            let window = 1 - cos(2 * .pi * Double(frame) / Double(part.count))
            real += Double(value) * cos(turn) * window
            imaginary += Double(value) * sin(turn) * window
        }
        let amplitude = 2 * (real * real + imaginary * imaginary).squareRoot()
        return 20 * log10(amplitude / Double(part.count))
    }

    @Test(arguments: [("soft", 24.0), ("tube", 24), ("hard", 18), ("soft", 30), ("hard", 30)])
    func aliasesStayBelow80Decibels(_ curve: String, _ drive: Double) throws {
        for hertz in [1_234.0, 3_002, 4_998] {
            let samples = try process(
                "drive,curve=\(curve),drive=\(drive),tone=20000,level=0",
                hertz,
                -6
            )
            let whole = level(samples, hertz)
            var highest = -200.0
            // Harmonics above half of the rate, where they fold to; those below are wanted.
            for order in 2..<400 {
                let place = (Double(order) * hertz).truncatingRemainder(dividingBy: 48_000)
                let folded = min(place, 48_000 - place)
                guard Double(order) * hertz > 24_000, folded < 20_000 else { continue }
                let distance = abs(folded - (folded / hertz).rounded() * hertz)
                guard distance > 6, folded > 20 else { continue }
                highest = max(highest, level(samples, folded) - whole)
            }
            #expect(highest < -80, "\(curve) \(drive) dB, \(hertz) Hz: \(highest)")
        }
    }

    @Test func curvesMakeTheirHarmonics() throws {
        func harmonics(_ curve: String) throws -> [Double] {
            let text = "drive,curve=\(curve),drive=12,tone=20000,level=0"
            let samples = try process(text, 300, -6)
            return (1...5).map { level(samples, 300 * Double($0)) }
        }
        for curve in ["soft", "hard"] {
            let levels = try harmonics(curve)
            #expect(levels[1] < levels[0] - 100 && levels[3] < levels[0] - 100)
            #expect(levels[2] > levels[0] - 30)
        }
        let tube = try harmonics("tube")
        #expect(tube[1] > tube[0] - 30 && tube[2] > tube[0] - 30)
        // The Fourier coefficients of x / √(1 + x²), by the trapezoidal rule.
        let soft = try harmonics("soft")
        let gain = pow(10, 6 / 20.0)
        for (index, order) in [1.0, 3, 5].enumerated() {
            var sum = 0.0
            for step in 0..<4_096 {
                let turn = 2 * .pi * Double(step) / 4_096
                let x = gain * sin(turn)
                sum += x / (1 + x * x).squareRoot() * sin(order * turn) / 2_048
            }
            let expected = 20 * log10(abs(sum))
            #expect(abs(soft[2 * index] - expected) < 0.1, "\(order): \(soft) \(expected)")
        }
    }

    @Test func softSoundPassesUndistortedAndInTime() throws {
        let samples = try process("drive,curve=hard,drive=0,tone=20000,level=0", 1_000, -60)
        // The slope of the cubic is 1.5 around zero.
        #expect(abs(level(samples, 1_000) + 60 - 20 * log10(1.5)) < 0.1)
        // A tone filter at 20 kHz and the eighth of a frame that the mean of two points takes.
        let crossing = (24_000..<24_100).first { samples[$0] <= 0 && samples[$0 + 1] > 0 }
        let frame = try #require(crossing)
        let part = -samples[frame] / (samples[frame + 1] - samples[frame])
        let delay = (Double(frame) + Double(part)).truncatingRemainder(dividingBy: 48)
        #expect(abs(delay - Double(Drive.latency)) < 0.3, "\(delay)")
    }

    @Test(arguments: ["soft", "tube", "hard"])
    func silenceStaysSilentAndTheFirstFramesSoft(_ curve: String) throws {
        let samples = try process("drive,curve=\(curve),drive=24,level=0", 440, -100)
        #expect(samples.allSatisfy { abs($0) < 0.001 })
    }

    @Test(arguments: [(0.0, -1.0), (12, -6), (24, 0)])
    func theLimiterKeepsItsCeiling(_ gain: Double, _ ceiling: Double) throws {
        let samples = try process("limiter,gain=\(gain),ceiling=\(ceiling)", 997, 0)
        let peak = samples[(Self.rate / 2)...].map { abs($0) }.max() ?? 0
        let decibels = 20 * log10(Double(peak))
        #expect(decibels <= ceiling && decibels > ceiling - 0.6, "\(decibels)")
        // What is softer passes, later.
        let soft = try process("limiter,gain=\(gain),ceiling=\(ceiling)", 997, -60)
        #expect(abs(level(soft, 997) - (gain - 60)) < 0.01)
    }

    @Test func lookingAheadDelays() throws {
        var chain = InsertChain(
            [try InsertSettings(parsing: "compressor,ratio=1,look-ahead=5")],
            rate: Self.rate
        )
        var sound = StereoBuffer(capacity: 1_000)
        var sends = SendBuffer(capacity: 1_000)
        sound.left[3] = 0.5
        sends.reverb[3] = 0.25
        chain.process(&sound, &sends, from: 0, to: 1_000)
        let latency = chain.latency
        #expect(latency == 240)
        for frame in 0..<1_000 {
            let (left, sent) = (sound.left[frame], sends.reverb[frame])
            #expect(left == (frame == 243 ? 0.5 : 0) && sent == (frame == 243 ? 0.25 : 0))
        }
    }
}
