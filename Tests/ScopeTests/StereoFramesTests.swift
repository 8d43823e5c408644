import Testing

@testable import Scope

@Suite("Stereo frames of any sound")
struct StereoFramesTests {
    private func frames(_ samples: [Float], channels: Int) -> StereoFrames {
        var frames = StereoFrames(channels: channels)
        frames.apply(samples.span)
        return frames
    }

    @Test("are one channel on both sides, and the first two of several")
    func channels() {
        #expect(frames([1, 2], channels: 1).samples == [1, 1, 2, 2])
        #expect(frames([1, 2, 3, 4], channels: 2).samples == [1, 2, 3, 4])
        #expect(frames([1, 2, 3, 4, 5, 6], channels: 3).samples == [1, 2, 4, 5])
        #expect(frames([], channels: 2).samples.isEmpty)
    }

    @Test("have 0 for samples that are no finite numbers, which are counted")
    func invalid() {
        let mono = frames([.nan, 1, -.infinity], channels: 1)
        #expect(mono.samples == [0, 0, 1, 1, 0, 0] && mono.invalidSamples == 2)
        #expect(frames([.nan, .nan, 1, 1], channels: 2).invalidSamples == 2)
    }
}
