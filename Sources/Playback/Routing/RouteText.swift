/// A text in which a backslash escapes the next character.
struct RouteText {
    private struct Letter {
        var character: Character
        var isPlain: Bool
    }

    private let letters: ArraySlice<Letter>

    init(_ text: String) {
        var letters: [Letter] = []
        var isPlain = false
        for character in text {
            if character == "\\", !isPlain {
                isPlain = true
            } else {
                letters.append(Letter(character: character, isPlain: isPlain))
                isPlain = false
            }
        }
        // A backslash at the end stands for itself.
        if isPlain { letters.append(Letter(character: "\\", isPlain: true)) }
        self.letters = letters[...]
    }

    private init(_ letters: ArraySlice<Letter>) {
        // Positions count from 0.
        self.letters = Array(letters)[...]
    }

    var count: Int { letters.count }

    /// The text without the backslashes.
    var plain: String { String(letters.map(\.character)) }

    /// The text with a backslash before each character that it escapes.
    var escaped: String {
        letters.map { ($0.isPlain ? "\\" : "") + String($0.character) }.joined()
    }

    /// The number that the text is; `nil` if it is not a number, or is escaped.
    var number: Int? {
        letters.allSatisfy { !$0.isPlain && "0"..."9" ~= $0.character } ? Int(plain) : nil
    }

    /// The first separator, from 0.
    func index(of separator: Character) -> Int? {
        letters.firstIndex { $0.character == separator && !$0.isPlain }
    }

    /// The last separator, from 0.
    func lastIndex(of separator: Character) -> Int? {
        letters.lastIndex { $0.character == separator && !$0.isPlain }
    }

    /// The parts between separators; one at least.
    func split(_ separator: Character) -> [RouteText] {
        letters
            .split(omittingEmptySubsequences: false) { $0.character == separator && !$0.isPlain }
            .map { RouteText($0) }
    }

    subscript(range: some RangeExpression<Int>) -> RouteText { RouteText(letters[range]) }
}
