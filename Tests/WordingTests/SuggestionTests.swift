import Testing
import Wording

@Suite struct SuggestionTests {
    private let words = ["play", "pause", "previous", "presets"]

    @Test(arguments: [("puase", "pause"), ("PAUSE", "pause"), ("previuos", "previous")])
    func nearest(typed: String, meant: String) {
        #expect(Suggestion.nearest(to: typed, among: words) == meant)
    }

    @Test(arguments: ["", "x", "zzzzzz", "pl"])
    func nothingNear(typed: String) {
        #expect(Suggestion.nearest(to: typed, among: words) == nil)
    }
}
