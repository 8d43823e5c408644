import Testing

@testable import Waveform

@Suite("Fitted buckets")
struct FittedBucketsTests {
    private func pixels(
        of samples: [Float],
        width: Int,
        channels: Int = 1,
        piece: Int = 1_000,
        least: Int = 1
    ) -> FittedBuckets.Pixels {
        var buckets = FittedBuckets(width: width, channels: channels)
        for first in stride(from: 0, to: samples.count, by: piece * channels) {
            let last = min(first + piece * channels, samples.count)
            buckets.add(samples.span.extracting(first..<last))
        }
        return buckets.finished(least: least)
    }

    @Test(
        "fill the width to at least 95 %, and hold every frame once",
        arguments: [100, 101, 6_400, 6_401, 12_799, 100_000, 123_457]
    )
    func width(_ count: Int) {
        let samples = (0..<count).map { Float($0 % 200) / 200 }
        let pixels = pixels(of: samples, width: 100)
        #expect(pixels.frameCount == count)
        #expect(pixels.count <= 100)
        if count >= 6_400 { #expect(pixels.count >= 95) }
        var expected: [PeakBucket] = []
        var buckets = PeakBuckets(frames: pixels.frames, channels: 1)
        buckets.add(samples.span) { expected += $0 }
        buckets.finish { expected += $0 }
        #expect(pixels.buckets.map(\.minimum) == expected.map(\.minimum))
        #expect(pixels.buckets.map(\.maximum) == expected.map(\.maximum))
        #expect(pixels.buckets.map(\.frames) == expected.map(\.frames))
        for (pixel, other) in zip(pixels.buckets, expected) {
            #expect(abs(pixel.rms - other.rms) < 1e-9)
        }
    }

    @Test("are the same however the samples come", arguments: [1, 63, 64, 65, 1_000, 20_000])
    func pieces(_ piece: Int) {
        let samples = (0..<40_000).map { Float(($0 * 37) % 401 - 200) / 200 }
        #expect(
            pixels(of: samples, width: 10, channels: 2, piece: piece)
                == pixels(of: samples, width: 10, channels: 2, piece: 40_000)
        )
    }

    @Test("are wide with many channels, too", arguments: [64])
    func channels(_ channels: Int) {
        var buckets = FittedBuckets(width: 16_000, channels: channels)
        let piece = [Float](repeating: 0.5, count: 1_000 * channels)
        for _ in 0..<200 { buckets.add(piece.span) }
        #expect(buckets.capacity <= 16_000 * channels * 8)
        let pixels = buckets.finished()
        #expect(pixels.frameCount == 200_000)
        #expect((12_800...16_000).contains(pixels.count), "\(pixels.count)")
    }

    @Test("have a pixel for each frame of a short sound, unless more are asked for")
    func short() {
        let samples: [Float] = [0.1, 0.2, 0.3]
        #expect(pixels(of: samples, width: 100).count == 3)
        let paired = pixels(of: samples, width: 100, least: 2)
        #expect(paired.frames == 2)
        #expect(paired.buckets.map(\.maximum) == [0.2, 0.3])
        #expect(pixels(of: [], width: 100).count == 0)
    }
}
