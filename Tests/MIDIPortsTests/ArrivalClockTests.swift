import Testing

@testable import MIDIPorts

/// The frames at which live events are due.
@Suite struct ArrivalClockTests {
    /// 480 frames are 10 ms.
    private static let period = 480
    private static let length: Int64 = 10_000_000

    /// Where events that arrive at some times are played, when periods begin to be rendered at
    /// others: the frame of each on the engine's clock.
    private func frames(of stamps: [Int64], wakingAt wakeUps: [Int64]) -> [Int] {
        var clock = ArrivalClock(rate: 48_000)
        var waiting = stamps[...]
        var frames: [Int] = []
        for (index, now) in wakeUps.enumerated() {
            clock.begin(at: now, frames: Self.period)
            while let stamp = waiting.first, stamp <= now {
                let offset = clock.offset(of: stamp)
                if offset >= Self.period { break }
                frames.append(index * Self.period + max(0, offset))
                waiting.removeFirst()
            }
        }
        return frames
    }

    /// The largest deviation of the latencies from their mean, in frames.
    private func spread(_ frames: [Int], _ stamps: [Int64]) -> Int {
        let latencies = zip(frames, stamps).map { $0 - Int($1 * 48 / 1_000_000) }
        return (latencies.max() ?? 0) - (latencies.min() ?? 0)
    }

    /// Every 1.7 ms, once it has settled.
    private static let stamps = (0..<400).map { 200_000_000 + Int64($0) * 1_700_000 }

    @Test func equalWakeUpsGiveEqualDistances() {
        let wakeUps = (0..<200).map { Int64($0) * Self.length }
        let frames = frames(of: Self.stamps, wakingAt: wakeUps)
        #expect(frames.count == Self.stamps.count)
        #expect(spread(frames, Self.stamps) <= 1)
        // One period later.
        #expect(frames.first == 200 * 48 + Self.period)
    }

    @Test func lateWakeUpsHardlyMoveIt() {
        let wakeUps = (0..<200).map { Int64($0) * Self.length + ($0 % 7 == 3 ? 3_000_000 : 0) }
        let frames = frames(of: Self.stamps, wakingAt: wakeUps)
        #expect(frames.count == Self.stamps.count)
        // A 32nd of 3 ms, and a frame for rounding.
        #expect(spread(frames, Self.stamps) <= 6)
    }

    @Test func aDeviceThatTakesTwoPeriodsAtOnceKeepsTheDistances() {
        let wakeUps: [Int64] = (0..<200).map { (period: Int64) in
            let late: Int64 = period % 2
            return (period - late) * Self.length + late * 50_000
        }
        let frames = frames(of: Self.stamps, wakingAt: wakeUps)
        #expect(frames.count == Self.stamps.count)
        #expect(spread(frames, Self.stamps) <= 20)
    }

    @Test func aSlowDeviceIsFollowed() {
        let wakeUps = (0..<200).map { Int64($0) * (Self.length + 10_000) }
        let frames = frames(of: Self.stamps, wakingAt: wakeUps)
        #expect(frames.count == Self.stamps.count)
        // Its own clock is 0.1 % off: 33 frames in these 0.68 s.
        #expect(spread(frames, Self.stamps) <= 40)
    }

    @Test func whatWaitsAfterAPauseIsDueAtOnce() {
        var clock = ArrivalClock(rate: 48_000)
        clock.begin(at: 0, frames: Self.period)
        clock.stop()
        clock.begin(at: 1_000_000_000, frames: Self.period)
        #expect(clock.offset(of: 999_999_000) <= 0)
        #expect(clock.offset(of: 0) <= 0)
    }
}
