import SMF
import Sequencer
import TestSupport
import Testing

struct BeatsTests {
    @Test func fractionsAreReducedAndCarryTheSignAbove() throws {
        let beats = try #require(Beats(6, over: -4))
        #expect((beats.numerator, beats.denominator) == (-3, 2))
        #expect(beats.description == "-3/2")
        #expect(Beats(480, over: 480)?.description == "1")
        #expect(Beats(0, over: 7) == .zero)
    }

    @Test func whatIsNoFractionOrDoesNotFitIsNone() throws {
        #expect(Beats(1, over: 0) == nil)
        #expect(Beats(.min, over: -1) == nil)
        #expect(Beats(.min, over: 2)?.numerator == Int64.min / 2)
        #expect(Beats(whole: .max).adding(Beats(whole: 1)) == nil)
        #expect(Beats(whole: .min).subtracting(Beats(whole: 1)) == nil)
        #expect(Beats(whole: .max).multiplied(by: 2) == nil)
        #expect(Beats(whole: 3).multiplied(by: 1, over: 0) == nil)
        #expect(try #require(Beats(1, over: .max)) < Beats(whole: 1))
    }

    @Test func partsAreRoundedDownBelowZeroToo() throws {
        let half = try #require(Beats(-1, over: 3))
        #expect(half.floor(parts: 2) == -1)
        #expect(half.floor(parts: 3) == -1)
        #expect(Beats(whole: .max).floor(parts: 480) == .max)
    }

    @Test(arguments: 0..<10)
    func sumsAndDifferencesAreExact(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) + 700)
        for _ in 0..<100 {
            let first = try #require(
                Beats(Int64(random.int(-50_000...50_000)), over: Int64(random.int(1...32_767)))
            )
            let second = try #require(
                Beats(Int64(random.int(-50_000...50_000)), over: Int64(random.int(1...32_767)))
            )
            let sum = try #require(first.adding(second))
            #expect(sum.subtracting(second) == first)
            #expect(second.adding(first) == sum)
            #expect((first < second) == (sum < second.adding(second) ?? .zero))
            let factor = Int64(random.int(1...1000))
            #expect(sum.multiplied(by: factor, over: 7)?.multiplied(by: 7, over: factor) == sum)
        }
    }

    @Test(arguments: 0..<10)
    func ticksComeBackFromBeatsExactly(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) + 800)
        let map = TempoMap(
            division: .ticksPerQuarter(UInt16(random.int(1...32_767))),
            changes: []
        )
        for _ in 0..<100 {
            let tick = Int64.random(in: .min ... .max, using: &random)
            let beats = try #require(map.beats(atTick: tick))
            #expect(map.tick(atBeats: beats) == tick)
        }
    }

    @Test func timeCodeHasNoQuarterNotes() {
        let map = TempoMap(division: .smpte(.fps25, ticksPerFrame: 40), changes: [])
        #expect(map.beats(atTick: 40) == nil)
        #expect(map.tick(atBeats: Beats(whole: 1)) == nil)
    }
}
