import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

struct SpeedTests {
    @Test(arguments: [
        ("0.5", 1, 2), ("1.25", 5, 4), ("2", 2, 1), ("3/4", 3, 4), ("150%", 3, 2), ("100", 100, 1),
        ("0.01", 1, 100), ("12.5%", 1, 8), ("0.333333", 333_333, 1_000_000), ("6/8", 3, 4),
        ("1.000000", 1, 1), ("10000%", 100, 1),
    ])
    func speedsAreRead(text: String, numerator: Int64, denominator: Int64) throws {
        let speed = try #require(Speed(parsing: text))
        #expect(speed.numerator == numerator)
        #expect(speed.denominator == denominator)
    }

    @Test(arguments: [
        "", "0", "0.009", "100.1", "101", "-1", "+1", "1.", ".5", "1.2.3", "1/0", "0/1", "1/2/3",
        "1,5", "%", "1 ", "1e1", "0.1234567", "1/101", "99999999999999999999", "1/2%", "١",
        "999999999/999999998",
    ])
    func otherTextsAreNoSpeed(text: String) {
        #expect(Speed(parsing: text) == nil)
    }

    @Test func speedsArePrintedAsTheyAreTyped() throws {
        let texts = ["0.5", "1.25", "2", "3/7", "0.01", "100", "0.333333", "1/3", "99.999999"]
        for text in texts {
            #expect(Speed(parsing: text)?.description == text)
        }
        #expect(Speed(parsing: "150%")?.description == "1.5")
        #expect(Speed.normal.description == "1")
        #expect(Speed(numerator: .max, denominator: .max) == .normal)
        #expect(Speed(numerator: .max, denominator: 1) == nil)
        #expect(Speed(numerator: 1, denominator: .max) == nil)
        #expect(Speed(numerator: .min, denominator: -1) == nil)
    }

    @Test(arguments: 0..<40)
    func conversionsLeaveNothingOutAndKeepTheOrder(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) + 900)
        var speed = Speed.normal
        while speed == .normal {
            speed =
                Speed(
                    numerator: Int64(random.int(1...2000)),
                    denominator: Int64(random.int(1...2000))
                ) ?? .normal
        }
        var last: (item: Int64, nominal: Int64) = (0, 0)
        for frame in Int64(0)..<3000 {
            let item = speed.itemFrame(ofNominalFrame: frame)
            let nominal = speed.nominalFrame(ofItemFrame: frame)
            #expect(item >= last.item && nominal >= last.nominal)
            last = (item, nominal)
            // Where playing goes on at what it is told, it goes on at the frame or before it.
            #expect(speed.itemFrame(ofNominalFrame: nominal) <= frame)
            #expect(speed.nominalFrame(ofItemFrame: item) <= frame)
            #expect(speed.nominalFrame(ofItemFrame: item + 1) >= frame)
            #expect(Speed.normal.itemFrame(ofNominalFrame: frame) == frame)
        }
        #expect(speed.itemFrame(ofNominalFrame: .max) > 0)
        #expect(speed.nominalFrame(ofItemFrame: .max) <= TempoMap.lastFrame)
        #expect(speed.nominalFrame(ofItemFrame: .min) == 0)
    }

    /// Twice the frames of a tick, say, at half the speed: rounding up twice is rounding up once.
    static func itemFrame(_ tick: Int64, _ map: TempoMap, _ rate: Int, _ speed: Speed) -> Int64 {
        let fine = map.frame(atTick: tick, rate: rate * Int(speed.denominator))
        return (fine + speed.numerator - 1) / speed.numerator
    }

    @Test(arguments: ["0.01", "0.333333", "0.5", "3/4", "0.999999", "1", "1.1", "2", "7/3", "100"])
    func eventsComeAtTheirExactTimesAtAnySpeed(text: String) throws {
        let speed = try #require(Speed(parsing: text))
        var random = SeededGenerator(seed: 31)
        var events: [(Int64, Event)] = []
        var tick: Int64 = 0
        for _ in 0..<500 {
            tick += Int64(random.int(0...700))
            events.append(
                random.int(0...3) == 0
                    ? (tick, .tempo(UInt32(random.int(1000...900_000)))) : (tick, .cc(0, 7, 1))
            )
        }
        let sequence = PreparedSequence.of(events, end: tick + 5)
        let item = PlayItem(sequence: sequence, rate: 48_000, speed: speed)
        let frames = play(item, start: 99, period: 1 << 40).map(\.frame)
        #expect(
            frames
                == sequence.schedule.map {
                    Self.itemFrame($0.tick, sequence.tempoMap, 48_000, speed) + 99
                }
        )
        #expect(
            item.endFrame
                == Self.itemFrame(sequence.endTick, sequence.tempoMap, 48_000, speed)
        )
        #expect(
            item.nominalFrame(ofItemFrame: item.endFrame) == sequence.endFrame(rate: 48_000)
        )
    }

    @Test(arguments: ["0.01", "0.3", "3/4", "1.5", "100"])
    func whatHasTheNominalFrameToBeginAtIsPlayed(text: String) throws {
        let speed = try #require(Speed(parsing: text))
        let map = TempoMap(
            division: .ticksPerQuarter(480),
            changes: [.init(tick: 0, microsecondsPerQuarter: 7_001)]
        )
        let events: [(Int64, Event)] =
            [(0, .tempo(7_001))] + (0..<400).map { ($0, .on(0, UInt8($0 & 127), 1)) }
        let sequence = PreparedSequence.of(events, end: 400)
        for from: Int64 in [0, 1, 2, 3, 64, 100, 101, 250] {
            let item = PlayItem(
                sequence: sequence,
                rate: 44_100,
                speed: speed,
                from: from,
                to: from + 20
            )
            #expect(item.nominalFrame(ofItemFrame: item.startFrame) == from)
            let heard = play(item).filter(\.message.isNoteOn)
            let expected = sequence.schedule.filter {
                (from..<from + 20).contains(map.frame(atTick: $0.tick, rate: 44_100))
            }
            #expect(heard.map(\.message) == expected.map(\.message))
            #expect(heard.allSatisfy { $0.frame >= 0 })
            #expect(heard.allSatisfy { $0.frame <= item.endFrame - item.startFrame })
        }
    }

    @Test func extremesAreCutAndDoNotTrap() throws {
        let fine = try #require(Speed(numerator: 10_001, denominator: 1_000_000))
        let fast = try #require(Speed(numerator: 99_999_999, denominator: 1_000_000))
        let long: [(Int64, Event)] =
            [(0, .tempo(0xFF_FFFF))] + (1...200).map { ($0 * 0xFFF_FFFF, .cc(0, 1, 2)) }
        for division: UInt16 in [1, 32_767] {
            let sequence = PreparedSequence.of([.of(long)], division: .ticksPerQuarter(division))
            for speed in [fine, fast] {
                let item = PlayItem(sequence: sequence, rate: 1 << 24, speed: speed)
                let frames = play(item, period: 1 << 61).map(\.frame)
                #expect(frames.count == 200)
                #expect(frames == frames.sorted())
                #expect(frames.allSatisfy { (1...TempoMap.lastFrame).contains($0) })
            }
        }
    }
}
