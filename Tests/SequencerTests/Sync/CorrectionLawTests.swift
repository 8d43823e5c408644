import Foundation
import Sequencer
import Testing

struct CorrectionLawTests {
    private let law = CorrectionLaw()

    @Test(arguments: [0.1001, -0.1001, 0.5, -3_600, .infinity])
    func aLargeDistanceIsAJump(gap: Double) {
        #expect(law.verdict(for: gap) == .jump)
    }

    @Test(arguments: [0, 0.00009, -0.00009])
    func aSmallDistanceIsNothing(gap: Double) {
        #expect(law.verdict(for: gap) == .rate(1))
    }

    @Test(arguments: [
        (0.1, 1.258_925_411_794_167), (-0.1, 0.794_328_234_724_282),
        (0.01, 1.023_292_992_280_754), (-0.001, 0.997_700_063_822_553),
        (0.0001, 1.000_230_285_020_825),
    ])
    func theRateIsTenToThePowerOfTheDistance(gap: Double, factor: Double) {
        guard case .rate(let rate) = law.verdict(for: gap) else {
            Issue.record("\(gap) is a jump")
            return
        }
        #expect((rate - factor).magnitude < 1e-12)
    }

    @Test func itsLimitsAndItsStrengthCanBeChosen() {
        var law = CorrectionLaw()
        (law.jump, law.tolerance, law.strength) = (2, 0.01, 2)
        #expect(law.verdict(for: 2.001) == .jump)
        #expect(law.verdict(for: -0.009) == .rate(1))
        guard case .rate(let weak) = law.verdict(for: 0.02),
            case .rate(let high) = law.verdict(for: 2), case .rate(let low) = law.verdict(for: -2)
        else {
            Issue.record("a jump")
            return
        }
        #expect((weak - 1.096_478_196_143_185).magnitude < 1e-12)
        // At most twice as fast, or half.
        #expect((high - 2).magnitude < 1e-9 && (low - 0.5).magnitude < 1e-9)
    }

    @Test func settingsOfOlderVersionsHaveTheUsualLaw() throws {
        let old = Data(#"{"source":"mtc","freewheel":2,"start":60}"#.utf8)
        var settings = try JSONDecoder().decode(SyncSettings.self, from: old)
        #expect(settings.law == CorrectionLaw() && settings.freewheel == 2 && settings.start == 60)
        settings.law.strength = 3
        let copy = try JSONDecoder().decode(
            SyncSettings.self,
            from: try JSONEncoder().encode(settings)
        )
        #expect(copy == settings)
    }
}
