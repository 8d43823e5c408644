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
}
