import Testing

@testable import seqd

@Suite("The player's peak meter")
struct PeakMeterTests {
    @Test("keeps the highest level until it starts over")
    func highest() {
        var meter = PeakMeter()
        let start = ContinuousClock.now
        #expect(meter.highestLevel == nil)
        meter.add(0.5, start)
        meter.add(0.1, start + .seconds(60))
        #expect(abs((meter.highestLevel ?? 0) + 6.02) < 0.01)
        #expect(abs((meter.level ?? 0) + 20) < 0.01)
        meter.startOver()
        #expect(meter.highestLevel == nil)
    }

    @Test("tells of what was too high for some seconds")
    func over() {
        var meter = PeakMeter()
        let start = ContinuousClock.now
        meter.add(1.1, start)
        meter.add(0.1, start + .seconds(1))
        #expect(meter.isOver)
        meter.add(0.1, start + .seconds(4))
        #expect(!meter.isOver)
        #expect((meter.highestLevel ?? 0) > 0)
    }
}
