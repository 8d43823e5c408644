import SMF
import Sequencer
import TestSupport
import Testing

struct TimeCodeTests {
    @Test func dropFrameLeavesOutTwoNumbersAMinuteButNotEachTenth() throws {
        func text(_ frame: Int64) -> String { "\(TimeCode(frame: frame, rate: .fps2997))" }
        #expect(text(1799) == "00:00:59;29")
        #expect(text(1800) == "00:01:00;02")
        #expect(text(1800 + 1797) == "00:01:59;29")
        #expect(text(1800 + 1798) == "00:02:00;02")
        #expect(text(17_981) == "00:09:59;29")
        #expect(text(17_982) == "00:10:00;00")
        // 107,892 frames of 1001/30000 s are 3.6 ms short of an hour.
        #expect(text(107_892) == "01:00:00;00")
    }

    @Test func eachDropFrameIsTheNextNumberThatIsNotLeftOut() throws {
        // Two hours, counted by hand: the parts go up like a clock's and pass over ;00 and ;01.
        var (hours, minutes, seconds, frames) = (Int64(0), 0, 0, 0)
        for frame in Int64(0)..<215_800 {
            let code = TimeCode(frame: frame, rate: .fps2997)
            let parts = [Int(code.hours), code.minutes, code.seconds, code.frames]
            try #require(parts == [Int(hours), minutes, seconds, frames])
            try #require(code.frame == frame)
            frames += 1
            if frames == 30 { (frames, seconds) = (0, seconds + 1) }
            if seconds == 60 { (seconds, minutes) = (0, minutes + 1) }
            if minutes == 60 { (minutes, hours) = (0, hours + 1) }
            if seconds == 0, frames == 0, minutes % 10 != 0 { frames = 2 }
        }
    }

    @Test func partsThatThereAreNotAreRefused() {
        func code(_ rate: SMPTERate, _ minutes: Int, _ seconds: Int, _ frames: Int) -> TimeCode? {
            TimeCode(rate: rate, hours: 0, minutes: minutes, seconds: seconds, frames: frames)
        }
        for frames in 0...1 {
            for minutes in 0...59 {
                #expect((code(.fps2997, minutes, 0, frames) == nil) == (minutes % 10 != 0))
                #expect(code(.fps30, minutes, 0, frames) != nil)
            }
        }
        #expect(code(.fps24, 0, 0, 24) == nil)
        #expect(code(.fps25, 0, 0, 24) != nil)
        #expect(code(.fps25, 60, 0, 0) == nil)
        #expect(code(.fps25, 0, -1, 0) == nil)
        #expect(
            TimeCode(rate: .fps25, hours: 0, minutes: 0, seconds: 0, frames: 0, hundredths: 100)
                == nil
        )
    }

    @Test(arguments: SMPTERate.allCases, 0..<5)
    func framesAndPartsAreEachOthersInverse(rate: SMPTERate, seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) + 900)
        for _ in 0..<200 {
            let frame = Int64(random.int(0...1 << 40))
            let code = TimeCode(frame: frame, hundredths: random.int(0...99), rate: rate)
            #expect(code.frame == frame)
            let same = TimeCode(
                rate: rate,
                hours: code.hours,
                minutes: code.minutes,
                seconds: code.seconds,
                frames: code.frames,
                hundredths: code.hundredths
            )
            if code.hours <= 1_000_000 { #expect(same == code) }
        }
    }

    @Test func timeCodeOfADivisionCountsItsOwnTicks() {
        for rate in SMPTERate.allCases {
            let map = TempoMap(division: .smpte(rate, ticksPerFrame: 100), changes: [])
            for tick: Int64 in [0, 1, 99, 100, 123_456, 9_999_999] {
                let code = map.timeCode(atTick: tick, rate: rate)
                #expect(code.frame * 100 + Int64(code.hundredths) == tick)
                #expect(map.tick(at: code) == tick)
            }
        }
    }

    @Test func anHourOfTheClockIsAnHourOfDropFrameWithinFourMilliseconds() throws {
        let map = TempoMap(division: .ticksPerQuarter(500), changes: [])
        // 1000 ticks a second.
        let code = map.timeCode(atTick: 3_600_000, rate: .fps2997)
        #expect(code.description == "01:00:00;00.10")
        #expect(map.timeCode(atTick: 1500, rate: .fps24).description == "00:00:01:12")
        let hour = try #require(
            TimeCode(rate: .fps2997, hours: 1, minutes: 0, seconds: 0, frames: 0)
        )
        #expect(map.tick(at: hour) == 3_599_997)
    }

    @Test func enormousTimesDoNotTrap() throws {
        let map = TempoMap(
            division: .ticksPerQuarter(1),
            changes: [.init(tick: 0, microsecondsPerQuarter: 0xFF_FFFF)]
        )
        let code = map.timeCode(atTick: .max, rate: .fps2997)
        #expect(code.hours > 1_000_000)
        #expect(map.tick(at: code) > 0)
        #expect(TimeCode(frame: .min, rate: .fps25).description == "00:00:00:00")
    }
}
