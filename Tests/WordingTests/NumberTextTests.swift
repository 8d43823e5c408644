import Testing
import Wording

@Suite struct NumberTextTests {
    @Test(arguments: [
        (120, "120"), (96.5, "96.5"), (0.1 + 0.2, "0.3"), (-0.25, "-0.25"), (1.0005, "1.001"),
        (-0.0001, "0"), (1e20, "1e+20"),
    ])
    func threeDecimalsAtMost(value: Double, text: String) {
        #expect(NumberText.decimal(value) == text)
    }

    @Test func nounsInTheirNumber() {
        #expect(NumberText.count(1, "note") == "1 note")
        #expect(NumberText.count(0, "note") == "0 notes")
        #expect(NumberText.count(2, "note") == "2 notes")
    }
}
