import Sequencer
import TestSupport
import Testing

@Suite("Guesses of tempos")
struct TempoEstimateTests {
    /// Onsets on parts of beats, each up to some milliseconds off.
    private func times(
        _ tempo: Double,
        _ beats: [Double],
        jitter: Int = 0,
        seed: UInt64 = 1
    ) -> [Int64] {
        var generator = SeededGenerator(seed: seed)
        return beats.map { beat in
            let off = generator.int(-jitter...jitter)
            return Int64(beat * 60 / tempo * 1e9) + Int64(off) * 1_000_000 + 1_000_000_000
        }.sorted()
    }

    private static let rhythms: [[Double]] = [
        Array(stride(from: 0, to: 32, by: 1)),
        Array(stride(from: 0, to: 32, by: 0.5)),
        (0..<8).flatMap { bar in [0, 1, 1.5, 2, 3, 3.5].map { Double(bar) * 4 + $0 } },
        (0..<8).flatMap { bar in [0, 1.5, 2, 2.5, 3, 3.25, 3.5].map { Double(bar) * 4 + $0 } },
    ]

    @Test("Even playing gives its tempo", arguments: rhythms, [80.0, 97, 120, 132])
    func even(rhythm: [Double], tempo: Double) throws {
        let guess = try #require(TempoEstimate(noteTimes: times(tempo, rhythm)))
        #expect(abs(guess.beatsPerMinute - tempo) <= 0.2)
    }

    @Test("A human's unevenness does no harm", arguments: rhythms, [90.0, 120])
    func uneven(rhythm: [Double], tempo: Double) throws {
        for seed in 1...5 {
            let onsets = times(tempo, rhythm, jitter: 15, seed: UInt64(seed))
            let guess = try #require(TempoEstimate(noteTimes: onsets))
            #expect(abs(guess.beatsPerMinute - tempo) <= 2)
        }
    }

    @Test("Chords count once, and too few notes give no guess")
    func few() {
        #expect(TempoEstimate(noteTimes: []) == nil)
        #expect(TempoEstimate(noteTimes: times(120, [0, 1, 2])) == nil)
        let chord = times(120, [0, 0, 0, 0, 1, 1, 1], jitter: 5)
        #expect(TempoEstimate(noteTimes: chord) == nil)
        #expect(TempoEstimate(noteTimes: times(120, [0, 20, 40, 60])) == nil)
    }
}
