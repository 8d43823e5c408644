import Testing
import Wording

@Suite struct BoundedLinesTests {
    private func lines(_ count: Int) -> [String] { (0..<count).map { "line \($0)" } }

    @Test func tenLinesAreAllShown() {
        #expect(BoundedLines.of(lines(10), hint: "all") == lines(10))
    }

    @Test func ofMoreTheRestIsCounted() {
        let shown = BoundedLines.of(lines(11), hint: "all")
        #expect(shown == lines(9) + ["… 2 more (all)"])
    }
}
