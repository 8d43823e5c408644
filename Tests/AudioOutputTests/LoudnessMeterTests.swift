import Effects
import Glibc
import Realtime
import Testing

@testable import AudioOutput

@Suite("Loudness and peaks")
struct LoudnessMeterTests {
    /// Measures a sine on both sides.
    private func reading(
        hertz: Double,
        level: Double,
        phase: Double = 0,
        seconds: Double = 5,
        rate: Int = 48_000
    ) throws -> LoudnessMeter.Reading {
        let meter = try LoudnessMeter(rate: rate)
        let period = 4_096
        var sound = StereoBuffer(capacity: period)
        var frame = 0
        while Double(frame) < seconds * Double(rate) {
            for index in 0..<period {
                let turn = Double(frame + index) * hertz / Double(rate) + phase
                let value = Float(Decibels.factor(level) * sin(2 * .pi * turn))
                (sound.left[index], sound.right[index]) = (value, value)
            }
            meter.add(sound, frames: period)
            frame += period
        }
        return meter.finish()
    }

    // EBU Tech 3341, cases 1 and 2: a sine of 1 kHz on both sides has its level as its loudness.
    @Test("of a sine are its level", arguments: [-23.0, -33, -6], [8_000, 44_100, 48_000, 96_000])
    func sine(level: Double, rate: Int) throws {
        let reading = try reading(hertz: 1_000, level: level, rate: rate)
        #expect(abs(try #require(reading.loudness) - level) < 0.1)
        #expect(abs(Decibels.level(reading.peak) - level) < 0.02)
        #expect(abs(Decibels.level(reading.truePeak) - level) < 0.1)
    }

    // EBU Tech 3341, case 16: a quarter of the rate, sampled halfway up: the samples are 3 dB lower
    // than the peaks.
    @Test("between samples are found")
    func truePeak() throws {
        let reading = try reading(hertz: 12_000, level: -6, phase: 0.125)
        #expect(abs(Decibels.level(reading.peak) + 9.01) < 0.02)
        #expect((-6.4 ... -5.8).contains(Decibels.level(reading.truePeak)))
    }

    @Test("of silence, and of less than a block, are none")
    func silence() throws {
        #expect(try reading(hertz: 1_000, level: -80).loudness == nil)
        #expect(try reading(hertz: 1_000, level: -6, seconds: 0.1).loudness == nil)
        let nothing = try LoudnessMeter(rate: 48_000).finish()
        #expect(nothing == LoudnessMeter.Reading(loudness: nil, peak: 0, truePeak: 0))
    }

    // EBU Tech 3341, cases 1 and 2, also for the momentary and the short-term loudness.
    @Test("of the last moments are measured while frames come", arguments: [-23.0, -33])
    func history(level: Double) throws {
        let rate = 48_000
        for use in [LoudnessMeter.Use.history, .endless] {
            let meter = try LoudnessMeter(rate: rate, use)
            #expect(meter.momentary == nil && meter.shortTerm == nil && meter.integrated == nil)
            for block in 0..<50 {
                let samples = (0..<rate / 10).flatMap { index in
                    let turn = Double(block * rate / 10 + index) * 997 / Double(rate)
                    let value = Float(Decibels.factor(level) * sin(2 * .pi * turn))
                    return [value, value]
                }
                meter.add(samples.span)
            }
            #expect(abs(try #require(meter.momentary) - level) < 0.1)
            #expect(abs(try #require(meter.shortTerm) - level) < 0.1)
            #expect(abs(try #require(meter.integrated) - level) < 0.1)
            #expect(abs(Decibels.level(meter.highestTruePeak) - level) < 0.1)
            // Silence ends the momentary loudness first, and does not change the integrated one.
            let silence = [Float](repeating: 0, count: 2 * rate)
            meter.add(silence.span)
            #expect(meter.momentary == nil)
            #expect(try #require(meter.shortTerm) < level - 1)
            #expect(abs(try #require(meter.integrated) - level) < 0.5)
        }
    }
}
