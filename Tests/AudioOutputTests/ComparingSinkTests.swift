import Testing

@testable import AudioOutput

@Suite("A sink that compares")
struct ComparingSinkTests {
    private func write(_ samples: [Float], to sink: some PeriodSink) throws {
        _ = try sink.write(samples.span.bytes, frames: samples.count / 2)
    }

    @Test("finds the first difference, the highest, and another length")
    func differences() throws {
        let spool = try SoundSpool(periodFrames: 4)
        try write([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7], to: spool)
        try write([0.8, 0.9], to: spool)
        #expect(spool.frames == 5)

        let same = ComparingSink(spool, periodFrames: 2)
        try write([0, 0.1, 0.2, 0.3, 0.4, 0.5], to: same)
        #expect(!same.outcome.isSame)
        try write([0.6, 0.7, 0.8, 0.9], to: same)
        #expect(same.outcome.isSame)
        try write([0, 0], to: same)
        #expect(!same.outcome.isSame && same.outcome.frames == 6)

        let other = ComparingSink(spool, periodFrames: 2)
        try write([0, 0.1, 0.2, 0.3, 0.4, 0.25, 0.5, 0.7, 0.8, 0.9], to: other)
        #expect(other.outcome.firstDifference == 2)
        #expect(other.outcome.differingSamples == 2)
        #expect(other.outcome.highestDifference == 0.25)
    }
}
