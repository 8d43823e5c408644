import ControlProtocol
import Testing

@testable import SeqdDaemon

@Suite("The levels of status")
struct StatusLevelsTests {
    private func levels(_ peak: Double, reduction: Double = 0) -> StatusLevels {
        var status = DaemonStatus()
        status.peak = peak
        status.gainReduction = reduction
        return StatusLevels(status)
    }

    @Test("are those since the client's status before, whatever others have asked for")
    func clients() {
        var often = StatusLevelHistory(levels(-40))
        var seldom = often
        var told: [Double] = []
        for peak in [-30.0, -6, -50] {
            often.add(levels(peak, reduction: peak == -6 ? 3 : 0))
            seldom.add(levels(peak, reduction: peak == -6 ? 3 : 0))
            told.append(often.tell().peak)
        }
        // The first one has what was measured before, too.
        #expect(told == [-30, -6, -50])
        #expect(often.tell().peak == -50)
        let rest = seldom.tell()
        #expect(rest.peak == -6 && rest.gainReduction == 3)
        seldom.add(levels(-.infinity))
        #expect(seldom.tell() == StatusLevels())
        var status = DaemonStatus()
        rest.set(in: &status)
        #expect(status.peak == -6 && status.gainReduction == 3)
    }
}
