import TestSupport
import Testing

@testable import SeqdDaemon

@Suite("The clock of a device")
struct DeviceClockTests {
    /// Notes the seconds of a device that is fast, with jitter.
    private func note(
        _ clock: inout DeviceClock,
        _ seconds: Range<Int>,
        ppm: Double,
        jitter: Double = 0.001,
        behind: Double = 0
    ) {
        var generator = SeededGenerator(seed: 3)
        for second in seconds {
            let late = Double.random(in: 0...jitter, using: &generator) + behind
            clock.note(
                frame: Int64(Double(second) * 48_000 * (1 + ppm * 1e-6)),
                time: Int64((Double(second) + late) * 1e9)
            )
        }
    }

    @Test("is measured in ppm, whatever the jitter", arguments: [-250.0, 0, 35, 1_000])
    func rate(ppm: Double) throws {
        var clock = DeviceClock(rate: 48_000)
        note(&clock, 0..<9, ppm: ppm)
        #expect(clock.partsPerMillion == nil)
        note(&clock, 9..<1_000, ppm: ppm)
        #expect((try #require(clock.partsPerMillion) - ppm).magnitude < 1)
    }

    @Test("is measured anew after an interruption")
    func interruption() throws {
        var clock = DeviceClock(rate: 48_000)
        note(&clock, 0..<100, ppm: 40, jitter: 0)
        note(&clock, 100..<105, ppm: 40, jitter: 0, behind: 0.05)
        #expect(clock.partsPerMillion == nil)
        note(&clock, 105..<120, ppm: 40, jitter: 0, behind: 0.05)
        #expect((try #require(clock.partsPerMillion) - 40).magnitude < 1)
    }
}
