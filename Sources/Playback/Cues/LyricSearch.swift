public import Sequencer

/// A search for words in syllables.
public struct LyricSearch {
    /// Letters and digits, each with the tick of its syllable.
    private var letters: [(character: Character, tick: Int64)] = []

    /// Makes a search of syllables in the order of time.
    public init(_ syllables: [Lyrics.Syllable]) {
        for syllable in syllables {
            letters += Self.letters(of: syllable.text).map { ($0, syllable.tick) }
        }
    }

    /// The letters and digits of a text in lower case: without blanks, hyphens and karaoke marks.
    private static func letters(of text: String) -> [Character] {
        text.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// The tick at which a text is sung first after another, or from the start if not after that.
    ///
    /// - Parameters:
    ///   - text: The text; case, blanks and hyphens are ignored.
    ///   - tick: The tick after which the search begins.
    /// - Returns: The tick of the syllable in which it begins; `nil` if it is not sung.
    public func tick(of text: String, after tick: Int64) -> Int64? {
        let wanted = Self.letters(of: text)
        guard !wanted.isEmpty, wanted.count <= letters.count else { return nil }
        var first: Int64?
        for start in 0...letters.count - wanted.count {
            guard wanted.indices.allSatisfy({ letters[start + $0].character == wanted[$0] }) else {
                continue
            }
            if letters[start].tick > tick { return letters[start].tick }
            first = first ?? letters[start].tick
        }
        return first
    }
}
