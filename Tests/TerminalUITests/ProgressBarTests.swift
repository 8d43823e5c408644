import TerminalUI
import Testing

@Suite("A progress bar")
struct ProgressBarTests {
    @Test("goes from empty to full")
    func bar() {
        func bar(_ fraction: Double) -> String {
            ProgressBar(fraction: fraction, isUnicode: true).line(columns: 4).plainText
        }
        #expect(bar(0) == "────")
        #expect(bar(0.13) == "╸───")
        #expect(bar(0.25) == "━───")
        #expect(bar(0.99) == "━━━╸")
        #expect(bar(1) == "━━━━")
        #expect(bar(7) == "━━━━")
        #expect(bar(-.nan) == "────")
    }

    @Test("has brackets around a part of it, also where both are out of range")
    func brackets() {
        func bar(_ start: Double?, _ end: Double?, isUnicode: Bool = false) -> String {
            ProgressBar(fraction: 0.5, start: start, end: end, isUnicode: isUnicode)
                .line(columns: 8).plainText
        }
        #expect(bar(nil, nil) == "====----")
        #expect(bar(0.25, 0.75) == "==[=--]-")
        #expect(bar(0.25, nil, isUnicode: true) == "━━[━────")
        #expect(bar(-1, .infinity) == "[===---]")
        #expect(ProgressBar(fraction: 0.5, isUnicode: true).line(columns: 0).columns == 0)
    }
}
