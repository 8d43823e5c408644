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
}
