import Testing
import Waveform

@Suite("Peak buckets")
struct PeakBucketsTests {
    /// The buckets of samples that come in pieces of some frames.
    private func buckets(
        of samples: [Float],
        frames: Int,
        channels: Int = 1,
        piece: Int
    ) -> [PeakBucket] {
        var result: [PeakBucket] = []
        var buckets = PeakBuckets(frames: frames, channels: channels)
        for first in stride(from: 0, to: samples.count, by: piece * channels) {
            let last = min(first + piece * channels, samples.count)
            buckets.add(samples.span.extracting(first..<last)) { result += $0 }
        }
        buckets.finish { result += $0 }
        return result
    }

    @Test("have the lowest and the highest sample, the RMS, and a shorter one at the end")
    func levels() {
        let found = buckets(of: [0.5, -0.25, 0, 1, -1, 0.75], frames: 4, piece: 6)
        #expect(found.map(\.minimum) == [-0.25, -1])
        #expect(found.map(\.maximum) == [1, 0.75])
        #expect(found.map(\.frames) == [4, 2])
        #expect(found[0].rms == ((0.25 + 0.0625 + 1) / 4).squareRoot())
        #expect(found[1].rms == ((1 + 0.5625) / 2).squareRoot())
    }

    @Test("are the same however the samples come", arguments: [1, 2, 3, 5, 7, 100])
    func pieces(_ piece: Int) {
        let samples = (0..<60).map { Float(($0 * 37) % 41 - 20) / 20 }
        for (frames, channels) in [(1, 1), (4, 1), (7, 2), (5, 3), (100, 2)] {
            #expect(
                buckets(of: samples, frames: frames, channels: channels, piece: piece)
                    == buckets(of: samples, frames: frames, channels: channels, piece: 60)
            )
        }
    }

    @Test("keep channels apart")
    func channels() {
        let found = buckets(
            of: [0.1, -0.1, 0.2, -0.2, 0.3, -0.3],
            frames: 2,
            channels: 2,
            piece: 3
        )
        #expect(found.map(\.minimum) == [0.1, -0.2, 0.3, -0.3])
        #expect(found.map(\.maximum) == [0.2, -0.1, 0.3, -0.3])
    }

    @Test("are none without samples")
    func empty() {
        #expect(buckets(of: [], frames: 4, piece: 1).isEmpty)
        #expect(PeakBucket().rms == 0)
    }
}
