import SMF
import Sequencer
import TestSupport
import Testing

struct TempoMapTests {
    /// Adds up tick by tick, so it shares nothing with the map's lookups.
    private func slowFrame(
        _ target: Int64,
        ppq: Int64,
        changes: [TempoMap.Change],
        rate: Int
    ) -> Int64 {
        var tempo: Int64 = 500_000
        var sum: Int64 = 0
        for tick in 0..<target {
            for change in changes where change.tick == tick {
                tempo = Int64(change.microsecondsPerQuarter)
            }
            sum += tempo
        }
        let (denominator, numerator) = (Int128(ppq) * 1_000_000, Int128(sum) * Int128(rate))
        let quotient = numerator / denominator
        return Int64(numerator % denominator == 0 ? quotient : quotient + 1)
    }

    @Test(arguments: 0..<20)
    func framesEqualTheSumOverEachTick(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let ppq = random.int(1...960)
        let changes = (0..<random.int(0...12)).map { _ in
            TempoMap.Change(
                tick: Int64(random.int(0...900)),
                microsecondsPerQuarter: UInt32(random.int(1...0xFF_FFFF))
            )
        }
        let rate = [8000, 44_100, 48_000, 96_000, 11_025][random.int(0...4)]
        let map = TempoMap(division: .ticksPerQuarter(UInt16(ppq)), changes: changes)
        for _ in 0..<30 {
            let tick = Int64(random.int(0...1000))
            let expected = slowFrame(tick, ppq: Int64(ppq), changes: changes, rate: rate)
            #expect(map.frame(atTick: tick, rate: rate) == expected)
        }
    }

    @Test(arguments: 0..<20)
    func theTickOfAFrameIsTheLastThatHasBegun(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 100)
        let changes = (0..<random.int(0...30)).map { _ in
            TempoMap.Change(
                tick: Int64(random.int(0...50_000)),
                microsecondsPerQuarter: UInt32(random.int(1...2_000_000))
            )
        }
        let map = TempoMap(
            division: .ticksPerQuarter(UInt16(random.int(1...32_767))),
            changes: changes
        )
        for _ in 0..<200 {
            let frame = Int64(random.int(0...3_000_000))
            let tick = map.tick(atFrame: frame, rate: 48_000)
            #expect(map.frame(atTick: tick, rate: 48_000) <= frame)
            #expect(map.frame(atTick: tick + 1, rate: 48_000) > frame)
        }
        for tick in Int64(0)..<200 {
            let frame = map.frame(atTick: tick, rate: 48_000)
            guard frame != map.frame(atTick: tick + 1, rate: 48_000) else { continue }
            #expect(map.tick(atFrame: frame, rate: 48_000) == tick)
        }
    }

    @Test func tenHoursAtAnAwkwardTempoAreExact() {
        // 36,000 s at 333,333 µs and 480 ticks: the tick's exact frame by hand.
        let map = TempoMap(
            division: .ticksPerQuarter(480),
            changes: [.init(tick: 0, microsecondsPerQuarter: 333_333)]
        )
        let tick: Int64 = 51_840_000
        // 51,840,000 × 333,333 / 480 µs = 35,999,964,000 µs, × 0.0441 frames.
        #expect(map.frame(atTick: tick, rate: 44_100) == 1_587_598_413)
        #expect(map.tick(atFrame: 1_587_598_413, rate: 44_100) == tick)
        #expect(map.nanoseconds(atTick: tick) == 35_999_964_000_000)
    }

    @Test func aTempoStormIsExact() {
        let changes = (0..<100_000).map {
            TempoMap.Change(tick: Int64($0), microsecondsPerQuarter: $0 % 2 == 0 ? 1 : 0xFF_FFFF)
        }
        let map = TempoMap(division: .ticksPerQuarter(7), changes: changes)
        // 50,000 pairs of ticks of 1 + 16,777,215 µs, over 7.
        let exact = Int128(50_000) * 16_777_216 * 48_000
        #expect(map.frame(atTick: 100_000, rate: 48_000) == Int64((exact + 6_999_999) / 7_000_000))
    }

    @Test func dropFrameTimeCodeIs30000Over1001AndIgnoresTempo() {
        let map = TempoMap(
            division: .smpte(.fps2997, ticksPerFrame: 80),
            changes: [.init(tick: 0, microsecondsPerQuarter: 1)]
        )
        // 30,000 frames of time code last 1001 s.
        #expect(map.frame(atTick: 30_000 * 80, rate: 48_000) == 1001 * 48_000)
        #expect(map.frame(atTick: 1, rate: 48_000) == 21)
        let film = TempoMap(division: .smpte(.fps25, ticksPerFrame: 40), changes: [])
        #expect(film.frame(atTick: 1, rate: 48_000) == 48)
        #expect(film.seconds(atTick: 1500) == 1.5)
    }

    @Test func theLastTempoAtATickCountsAndNoneIsLeftOut() {
        let map = TempoMap(
            division: .ticksPerQuarter(100),
            changes: [
                .init(tick: 100, microsecondsPerQuarter: 1_000_000),
                .init(tick: 0, microsecondsPerQuarter: 250_000),
                .init(tick: 100, microsecondsPerQuarter: 200_000),
                .init(tick: 150, microsecondsPerQuarter: 0),
                .init(tick: 160, microsecondsPerQuarter: 0x100_0000),
            ]
        )
        #expect(map.changes.map(\.tick) == [0, 100])
        #expect(map.frame(atTick: 200, rate: 1000) == 450)
        #expect(map.microsecondsPerQuarter(atTick: 99) == 250_000)
        #expect(map.beatsPerMinute(atTick: 155) == 300)
        let empty = TempoMap(division: .ticksPerQuarter(100), changes: [])
        #expect(empty.beatsPerMinute(atTick: 0) == 120)
    }

    @Test func impossibleLengthsSaturate() {
        let map = TempoMap(
            division: .ticksPerQuarter(1),
            changes: [.init(tick: 0, microsecondsPerQuarter: 0xFF_FFFF)]
        )
        #expect(map.frame(atTick: .max, rate: 1 << 24) == TempoMap.lastFrame)
        #expect(map.nanoseconds(atTick: .max) == .max)
        #expect(map.frame(atTick: -5, rate: 48_000) == 0)
        #expect(map.tick(atFrame: -5, rate: 48_000) == 0)
        #expect(map.tick(atFrame: .max, rate: 1) > 0)
    }
}
