import Testing

@testable import Voices

private typealias P = ArticulationParameter

/// The order in which articulated regions play the frames of their samples.
@Suite struct FrameOrderTests {
    /// The numbers of the frames of the ramp that are heard, rounded; −1 where nothing is.
    private func heard(
        _ count: Int,
        key: UInt8 = 60,
        _ change: (inout Articulation) -> Void
    ) -> [Int] {
        let region = Region.articulated {
            $0.loopMode = .none
            change(&$0)
        }
        let player = Player([region], .rising)
        player.noteOn(key)
        // The gain of a side in the middle.
        return player.left(count).map { Int(($0 / (0.70711 * 1.1416) * 10_000).rounded()) - 1 }
    }

    /// Where two lists differ first; `nil` for equal ones.
    private func difference(_ one: [Int], _ other: [Int]) -> Int? {
        guard one != other else { return nil }
        return zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? -1
    }

    @Test func forwardToTheEnd() {
        let wanted = Array(0..<1_000) + [Int](repeating: -1, count: 200)
        #expect(difference(heard(1_200) { _ in }, wanted) == nil)
    }

    @Test func backwardFromTheLastFrame() {
        let wanted = (0..<1_000).reversed() + [Int](repeating: -1, count: 200)
        #expect(difference(heard(1_200) { $0.isReversed = true }, wanted) == nil)
    }

    @Test func offsetEndAndLoopOfABackwardSampleCountFromItsLastFrame() {
        let part = heard(400) {
            $0.isReversed = true
            $0.values[P.offset] = 100
            $0.end = 300
        }
        let wanted = (700..<900).reversed() + [Int](repeating: -1, count: 200)
        #expect(difference(part, wanted) == nil)
        let loop = heard(700) {
            $0.isReversed = true
            $0.loopMode = .continuous
            $0.loop = 200..<300
        }
        let turns = Array((700..<800).reversed())
        #expect(difference(loop, (800..<1_000).reversed() + (0..<5).flatMap { _ in turns }) == nil)
    }

    @Test func anOctaveHigherABackwardSampleFallsTwiceAsFast() {
        let frames = heard(400, key: 72) { $0.isReversed = true }
        #expect(difference(frames, (0..<400).map { 999 - 2 * $0 }) == nil)
    }

    @Test func aNumberOfRepeatsThenTheRestOfTheSample() {
        let wanted =
            Array(0..<300) + (0..<3).flatMap { _ in Array(200..<300) } + Array(300..<1_000) + [-1]
        for mode in [Articulation.LoopMode.continuous, .untilRelease] {
            let frames = heard(1_301) {
                $0.loopMode = mode
                $0.loop = 200..<300
                $0.repeats = 3
            }
            #expect(difference(frames, wanted) == nil)
        }
        let backward = heard(1_101) {
            $0.isReversed = true
            $0.loopMode = .continuous
            $0.loop = 200..<300
            $0.repeats = 1
        }
        let frames = Array(0..<300) + Array(200..<1_000)
        #expect(difference(backward, frames.map { 999 - $0 } + [-1]) == nil)
    }

    @Test func aLoopThatIsNotRepeatedIsPassed() {
        let frames = heard(1_001) {
            $0.loopMode = .continuous
            $0.loop = 200..<300
            $0.repeats = 0
        }
        #expect(difference(frames, Array(0..<1_000) + [-1]) == nil)
    }

    @Test func aNumberOfPassesFromTheOffsetToTheEnd() {
        let pass = Array(990..<998)
        let frames = heard(50) {
            $0.values[P.offset] = 990
            $0.end = 998
            $0.repeats = 4
        }
        let rest = [Int](repeating: -1, count: 10)
        #expect(difference(frames, (0..<5).flatMap { _ in pass } + rest) == nil)
    }

    @Test func passesOfTwoFramesTwoOctavesHigher() {
        // Two passes in one step: of the frames 0, 4, 8, 12 … of all passes, each the first.
        let frames = heard(20, key: 84) {
            $0.end = 2
            $0.repeats = 9
        }
        #expect(difference(frames, [0, 0, 0, 0, 0] + [Int](repeating: -1, count: 15)) == nil)
    }

    @Test func aNoteOffEndsARepeatedSampleUnlessItIsOneShot() {
        func level(_ mode: Articulation.LoopMode) -> Float {
            let region = Region.articulated {
                $0.loopMode = mode
                $0.repeats = 100
                $0.values[P.envelope(0) + P.release] = 0.01
            }
            let player = Player([region], .constant)
            player.noteOn()
            _ = player.left(5_000)
            player.noteOff()
            return player.left(20_000)[19_999]
        }
        #expect(level(.none) == 0)
        #expect(level(.oneShot) > 0.3)
    }

    @Test func aLoopThatIsLeftJustBehindItsStartIsLeftCleanly() {
        let region = Region.articulated {
            $0.loopMode = .untilRelease
            $0.loop = 216..<316
            $0.values[P.envelope(0) + P.release] = 100_000
        }
        let player = Player([region], .rising)
        player.noteOn()
        var frames = player.left(310)
        player.noteOff()
        // It acts with the block at 320, of which the first frame is 220.
        frames += player.left(200)
        let wanted = Array(0..<316) + Array(216..<410)
        let isEqual = zip(frames, wanted).allSatisfy {
            abs($0 / (0.70711 * 1.1416) * 10_000 - Float($1) - 1) < 0.1
        }
        #expect(isEqual)
    }

    @Test func aLoopInWhichANoteBeginsIsPlayedWhole() {
        let frames = heard(900) {
            $0.values[P.offset] = 250
            $0.loopMode = .continuous
            $0.loop = 200..<300
        }
        let wanted = Array(250..<300) + (0..<9).flatMap { _ in Array(200..<300) }
        #expect(difference(frames, Array(wanted.prefix(900))) == nil)
    }

    @Test func bothSidesOfAStereoSamplePlayBackward() {
        let region = Region.articulated {
            $0.loopMode = .none
            $0.isReversed = true
            $0.rightSample = 1
        }
        let sides = [RegionSample.rising, .constant]
        let player = Player(RegionPreset(regions: [region]), sides)
        player.noteOn()
        let output = player.render(1_000)
        // Both lie at their own sides.
        #expect(abs(output[0][0] / output[0][900] - 1_000 / 100) < 0.05)
        #expect(abs(output[1][0] / output[1][900] - 1) < 0.001)
    }

    @Test func aBackwardNoteNeedsTheLastFramesFirst() {
        let frames = SampleFrames(unwritten: 10_000, areFloats: true)
        let values = [Float](repeating: 0.5, count: 10_000)
        func play() -> Float {
            let region = Region.articulated {
                $0.loopMode = .none
                $0.isReversed = true
            }
            let player = Player([region], RegionSample(frames, rate: Player.rate))
            player.noteOn()
            return player.left(1_000)[999]
        }
        frames.append(values.span.extracting(0..<5_000), from: 0, stride: 1)
        #expect(play() == 0)
        #expect(frames.takeStarvedCount() == 1)
        frames.append(values.span.extracting(5_000..<10_000), from: 0, stride: 1)
        #expect(play() > 0.3)
        #expect(frames.takeStarvedCount() == 0)
    }
}

extension RegionSample {
    /// A thousand frames that rise in equal steps, from 0.0001 to 0.1.
    fileprivate static let rising = RegionSample(
        SampleFrames((1...1_000).map { Float($0) / 10_000 }),
        rate: Player.rate
    )
}
