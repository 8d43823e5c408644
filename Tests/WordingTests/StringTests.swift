import Testing
import Wording

@Suite struct StringTests {
    @Test func printableTextHasNoControlCharacters() {
        #expect("a\u{1B}[2Jb\nc\u{202E}d".printable == "a [2Jb c d")
    }

    @Test(arguments: [("abc", 3), ("日本", 4), ("e\u{301}", 1), ("🎹", 2), ("", 0)])
    func columns(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test func wideTextIsCutBetweenCharacters() {
        #expect("日本語".cut(to: 4) == "日…")
        #expect("日本語".cut(to: 6) == "日本語")
        #expect("abc".padded(to: 5) == "abc  ")
        #expect("abc".padded(to: 5, onLeft: true) == "  abc")
        #expect("one two three".wrapped(to: 7) == ["one two", "three"])
    }
}
