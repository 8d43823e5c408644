import ControlProtocol
import SamplerHost
import Testing

@testable import SeqdDaemon

@Suite("The levels that a client is sent")
struct LevelHistoryTests {
    /// A snapshot in which the master has had a peak.
    private func snapshot(_ peak: Double) throws -> LevelSnapshot {
        let engine = Engine(EngineSettings(sampler: SamplerSettings(fonts: [])))
        return LevelSnapshot([
            LevelSnapshot.Meter(
                peak: MeterReading.Sides(left: peak, right: peak / 10),
                reading: engine.masterMeter
            )
        ])
    }

    @Test("hold the highest peak since its last event, whoever else was told")
    func peaks() throws {
        var fast = Subscription()
        var slow = Subscription()
        fast.add([.levels], positionRate: nil, levelsRate: 10, .words)
        slow.add([.levels], positionRate: nil, levelsRate: 1, .words)
        let start = LoopTime(nanoseconds: 1_000_000_000)
        var told: [[Double]] = [[], []]
        for (index, peak) in [0.5, 1, 0.1, 0.01, 0.001, 0, 0, 0, 0, 0, 0.1].enumerated() {
            let now = start + .milliseconds(100 * index)
            let snapshot = try snapshot(peak)
            told[0] += fast.takeLevels(snapshot, at: now).map(\.peak.left)
            told[1] += slow.takeLevels(snapshot, at: now).map(\.peak.left)
        }
        // What was before the subscription counts for none.
        #expect(told[0].prefix(4) == [0, -20, -40, -60])
        #expect(told[0].count == 10 && told[0].last == -20)
        #expect(told[1] == [0])
    }

    @Test("are none for a client that does not subscribe to them")
    func none() throws {
        var subscription = Subscription()
        let now = LoopTime(nanoseconds: 1_000)
        #expect(subscription.takeLevels(try snapshot(1), at: now).isEmpty)
        #expect(subscription.takeLevels(try snapshot(1), at: now).isEmpty)
    }
}
