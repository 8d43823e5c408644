import Foundation
import TestSupport
import Testing

/// The pitch of the programs.
@Suite struct TuningTests {
    /// Programs without an exact pitch: a kettledrum, an orchestra's hit with one, bells, drums, and
    /// the sound effects.
    private static let unpitched: Set<Int> = [
        47, 55, 112, 113, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127,
    ]

    /// The energy of a sound at a frequency, in any unit.
    private static func energy(_ values: [Double], at frequency: Double) -> Double {
        let turn = 2 * Double.pi * frequency / Double(BankRecorder.rate)
        let (turnRe, turnIm) = (cos(turn), sin(turn))
        var (re, im, x, y) = (1.0, 0.0, 0.0, 0.0)
        for value in values {
            x += value * re
            y += value * im
            (re, im) = (re * turnRe - im * turnIm, re * turnIm + im * turnRe)
        }
        return x * x + y * y
    }

    /// The energy around a frequency: where two strings beat, there may be none in the middle.
    private static func strength(_ values: [Double], _ frequency: Double) -> Double {
        stride(from: -16.0, through: 16, by: 4).reduce(0) { sum, distance in
            sum + energy(values, at: frequency * pow(2, distance / 1_200))
        }
    }

    /// The distance of the energy around a frequency from it, cents.
    ///
    /// The centre of gravity of 120 cents: two strings that beat count by their middle.
    private static func deviation(_ values: [Double], from frequency: Double) -> Double {
        var (weight, sum) = (0.0, 0.0)
        for distance in stride(from: -60.0, through: 60, by: 3) {
            let energy = energy(values, at: frequency * pow(2, distance / 1_200))
            weight += energy
            sum += energy * distance
        }
        return sum / weight
    }

    @Test(arguments: [UInt8(48), 60, 76])
    func pitchedProgramsAreInTuneWithinFiveCents(key: UInt8) throws {
        let notes = (0..<128).filter { !Self.unpitched.contains($0) }
            .map { BankRecorder.Note(program: UInt8($0), key: key) }
        let sounds = try BankRecorder.record(notes, held: 1_000, apart: 1_200)
        // A Hann window, so that each partial stands alone.
        let length = 0.8 * Double(BankRecorder.rate)
        let window = (0..<Int(length)).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / length) }
        for (note, sound) in zip(notes, sounds) {
            let values = zip(sound.mono(0.15..<0.95), window).map(*)
            // By the strongest of the first harmonics: bells have hardly any fundamental.
            let partials = (1...4).map { frequency(ofKey: key) * Double($0) }
            let strongest = try #require(
                partials.max { Self.strength(values, $0) < Self.strength(values, $1) }
            )
            let cents = Self.deviation(values, from: strongest)
            #expect(abs(cents) <= 5, "program \(note.program): \(cents) cents")
        }
    }
}
