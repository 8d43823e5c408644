import Foundation
import Instruments
import Testing

/// Loops that are found in recordings without one.
@Suite("A search for loops") struct LoopSearchTests {
    private static let rate = 44_100

    /// A tone of eight partials with an attack of 20 ms, which falls by some decibels a second.
    private static func tone(
        _ frequency: Double,
        seconds: Double = 1.2,
        decay: Double = 0,
        vibrato: Double = 0
    ) -> [Float] {
        var phase = 0.0
        return (0..<Int(seconds * Double(rate))).map { frame in
            let time = Double(frame) / Double(rate)
            let cents = vibrato * sin(2 * Double.pi * 5 * time)
            phase += frequency * pow(2, cents / 1_200) / Double(rate)
            var value = 0.0
            for partial in 1...8 {
                let turns = phase * Double(partial) + Double(partial * partial) / 10
                value += sin(2 * Double.pi * turns) / Double(partial)
            }
            return Float(value * min(time / 0.02, 1) * pow(10, -decay * time / 20) / 4)
        }
    }

    /// The step where the loop goes back, against the largest of the others.
    private func jump(_ frames: [Float], _ loop: Range<Int>) -> Float {
        let looped = Array(frames[loop.lowerBound..<loop.upperBound])
        var largest: Float = 0
        for index in 1..<looped.count {
            largest = max(largest, abs(looped[index] - looped[index - 1]))
        }
        return abs(looped[0] - looped[looped.count - 1]) / largest
    }

    @Test(
        "holds whole periods of a tone, to a cent",
        arguments: [32.7, 261.63, 2_093]
    )
    func tones(_ frequency: Double) throws {
        let frames = Self.tone(frequency)
        let loop = try #require(LoopSearch.loop(in: frames, rate: Self.rate))
        let periods = Double(loop.count) * frequency / Double(Self.rate)
        let cents = 1_200 * log2(periods.rounded() / periods)
        #expect(abs(cents) < 1, "\(loop): \(periods) periods")
        #expect(loop.count > Self.rate / 4)
        #expect(loop.lowerBound > Self.rate / 20)
        #expect(jump(frames, loop) <= 1.05)
    }

    @Test("of a tone that dies away does not change the level by more than 2 dB")
    func decay() throws {
        let frames = Self.tone(220, seconds: 2, decay: 12)
        let loop = try #require(LoopSearch.loop(in: frames, rate: Self.rate))
        #expect(Double(loop.count) / Double(Self.rate) * 12 < 2, "\(loop)")
    }

    @Test("holds whole turns of a vibrato")
    func vibrato() throws {
        let frames = Self.tone(330, seconds: 2, vibrato: 20)
        let loop = try #require(LoopSearch.loop(in: frames, rate: Self.rate))
        let turns = Double(loop.count) * 5 / Double(Self.rate)
        #expect(abs(turns - turns.rounded()) < 0.06, "\(loop): \(turns) turns")
        #expect(turns > 0.9)
    }

    @Test("finds none in noise, a drum, silence, or in what is short or empty")
    func none() {
        var random: UInt64 = 1
        let noise = (0..<Self.rate).map { _ -> Float in
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float(Int32(truncatingIfNeeded: random >> 32)) / Float(Int32.max)
        }
        #expect(LoopSearch.loop(in: noise, rate: Self.rate) == nil)
        let drum = noise.enumerated().map { $0.element * Float(exp(-Double($0.offset) / 2_000)) }
        #expect(LoopSearch.loop(in: drum, rate: Self.rate) == nil)
        #expect(LoopSearch.loop(in: Array(repeating: 0, count: 50_000), rate: Self.rate) == nil)
        #expect(LoopSearch.loop(in: Self.tone(440, seconds: 0.1), rate: Self.rate) == nil)
        #expect(LoopSearch.loop(in: [], rate: Self.rate) == nil)
        #expect(LoopSearch.loop(in: [1], rate: 8) == nil)
    }
}
