import SMF
import Sequencer
import TestSupport
import Testing

struct MeterMapTests {
    private func map(
        _ changes: [(Int64, UInt8, UInt8)],
        division: Division = .ticksPerQuarter(480)
    ) -> MeterMap {
        MeterMap(
            division: division,
            changes: changes.map {
                .init(tick: $0.0, signature: .init(numerator: $0.1, denominatorPower: $0.2))
            }
        )
    }

    @Test func withoutASignatureItIsFourFour() throws {
        let map = map([])
        #expect(map.position(atTick: 0)?.description == "1:1")
        #expect(map.position(atTick: 1920 * 16 + 700)?.description == "17:2:220")
        #expect(try map.tick(bar: 17, beat: 2, tick: 220) == 1920 * 16 + 700)
    }

    @Test func aSignatureInsideABarCutsItShort() throws {
        let map = map([(0, 4, 2), (1920 + 960, 6, 3)])
        #expect(map.position(atTick: 2879)?.description == "2:2:479")
        #expect(map.position(atTick: 2880)?.description == "3:1")
        #expect(map.position(atTick: 2880 + 6 * 240)?.description == "4:1")
        #expect(try map.tick(bar: 3, beat: 6, tick: 0) == 2880 + 5 * 240)
        let error = #expect(throws: PositionError.self) {
            try map.tick(bar: 2, beat: 3, tick: 0)
        }
        #expect(
            error?.description == "bar 2 has 2 beats (4/4, cut short by the 6/8 after it), "
                + "no beat 3; a time is written 1m30s"
        )
    }

    @Test func aMissingBeatIsAnErrorThatShowsHowTimesAreWritten() {
        let map = map([(0, 3, 2)])
        let error = #expect(throws: PositionError.self) {
            try map.tick(bar: 17, beat: 4, tick: 0)
        }
        #expect(
            error?.description
                == "bar 17 has 3 beats (3/4), no beat 4; a time is written 1m30s"
        )
        #expect(error?.code == .noSuchBeat)
        #expect(throws: PositionError.self) { try map.tick(bar: 1, beat: 1, tick: 480) }
        #expect(throws: PositionError.self) { try map.tick(bar: 0, beat: 1, tick: 0) }
    }

    @Test func impossibleSignaturesKeepThePreviousOne() {
        let map = map([(0, 3, 2), (1440, 0, 2), (2880, 4, 7)])
        #expect(map.changes.count == 1)
        #expect(map.position(atTick: 2880)?.description == "3:1")
    }

    @Test func timeCodeHasNoBars() {
        let map = map([(0, 3, 2)], division: .smpte(.fps25, ticksPerFrame: 40))
        #expect(map.position(atTick: 100) == nil)
        let error = #expect(throws: PositionError.self) { try map.tick(bar: 1, beat: 1, tick: 0) }
        #expect(error?.code == .noBars)
    }

    @Test(arguments: 0..<20)
    func positionsAndTicksAreEachOthersInverse(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let ppq = UInt16(random.int(16...960))
        let changes = (0..<random.int(0...10)).map { _ in
            (Int64(random.int(0...20_000)), random.byte(1...13), random.byte(0...6))
        }
        let map = map(changes, division: .ticksPerQuarter(ppq))
        var last = BarBeat(bar: 0, beat: 0)
        for tick in stride(from: Int64(0), to: 25_000, by: 7) {
            let position = try #require(map.position(atTick: tick))
            #expect(position > last)
            last = position
            #expect(
                try map.tick(bar: position.bar, beat: position.beat, tick: position.tick) == tick
            )
        }
    }

    @Test func enormousBarsDoNotTrap() throws {
        let map = map([(0, 255, 0)])
        #expect(try map.tick(bar: .max, beat: 255, tick: 0) == .max)
        let last = try #require(map.position(atTick: .max))
        #expect(last.bar == Int64.max / (255 * 1920) + 1)
    }
}
