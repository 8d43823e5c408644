import SMF
import Sequencer
import TestSupport
import Testing

/// A tick in every unit and back, on random tempo and meter maps.
struct TimeConversionTests {
    /// Maps whose ticks are 0.4 ms or more apart: longer than a hundredth of a frame of any rate.
    private struct Maps {
        var tempo: TempoMap
        var meter: MeterMap

        init(seed: Int) {
            var random = SeededGenerator(seed: UInt64(seed) + 1000)
            let ticks = random.int(24...480)
            let division = Division.ticksPerQuarter(UInt16(ticks))
            let slowest = 0.000_42 * Double(ticks) * 1_000_000
            tempo = TempoMap(
                division: division,
                // A ramp of many small steps is a tempo map like any other.
                changes: (0..<random.int(0...60)).map { _ in
                    .init(
                        tick: Int64(random.int(0...40_000)),
                        microsecondsPerQuarter: UInt32(random.int(Int(slowest)...3_000_000))
                    )
                }
            )
            meter = MeterMap(
                division: division,
                changes: (0..<random.int(0...8)).map { _ in
                    .init(
                        tick: Int64(random.int(0...40_000)),
                        signature: TimeSignature(
                            numerator: random.byte(1...13),
                            denominatorPower: random.byte(0...3)
                        )
                    )
                }
            )
        }
    }

    @Test(arguments: 0..<20)
    func everyUnitGivesTheTickBack(seed: Int) throws {
        let maps = Maps(seed: seed)
        let map = maps.tempo
        for tick in stride(from: Int64(0), to: 50_000, by: 13) {
            #expect(map.tick(atBeats: try #require(map.beats(atTick: tick))) == tick)
            #expect(map.tick(notBeforeNanoseconds: map.nanoseconds(atTick: tick)) == tick)
            for rate in [44_100, 48_000] {
                let frame = map.frame(atTick: tick, rate: rate)
                #expect(map.tick(atFrame: frame, rate: rate) == tick)
            }
            for rate in SMPTERate.allCases {
                #expect(map.tick(at: map.timeCode(atTick: tick, rate: rate)) == tick)
            }
            let bar = try #require(maps.meter.position(atTick: tick))
            #expect(try maps.meter.tick(bar: bar.bar, beat: bar.beat, tick: bar.tick) == tick)
        }
    }

    @Test(arguments: 0..<20)
    func laterTicksAreLaterInEveryUnit(seed: Int) throws {
        let maps = Maps(seed: seed)
        let map = maps.tempo
        for tick in stride(from: Int64(0), to: 50_000, by: 17) {
            #expect(map.nanoseconds(atTick: tick) < map.nanoseconds(atTick: tick + 1))
            #expect(
                map.frame(atTick: tick, rate: 48_000) < map.frame(atTick: tick + 1, rate: 48_000)
            )
            #expect(try #require(map.beats(atTick: tick)) < #require(map.beats(atTick: tick + 1)))
            for rate in SMPTERate.allCases {
                let before = map.timeCode(atTick: tick, rate: rate)
                let after = map.timeCode(atTick: tick + 1, rate: rate)
                #expect(
                    (before.frame, before.hundredths) < (after.frame, after.hundredths)
                )
            }
        }
    }

    @Test(arguments: 0..<10)
    func timesBetweenTicksGoToTheNext(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 2000)
        let map = Maps(seed: seed).tempo
        for _ in 0..<200 {
            let nanoseconds = Int64(random.int(0...90_000_000_000))
            let tick = map.tick(notBeforeNanoseconds: nanoseconds)
            #expect(map.nanoseconds(atTick: tick) >= nanoseconds)
            if tick > 0 { #expect(map.nanoseconds(atTick: tick - 1) < nanoseconds) }
        }
        #expect(map.tick(notBeforeNanoseconds: -5) == 0)
    }
}
