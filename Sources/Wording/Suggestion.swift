/// Corrections of mistyped names.
package enum Suggestion {
    /// The word nearest to a mistyped one; `nil` if none is near.
    ///
    /// - Parameters:
    ///   - word: The mistyped word.
    ///   - words: The known words.
    /// - Returns: The nearest word; the first of equals.
    package static func nearest(to word: String, among words: [String]) -> String? {
        let typed = Array(word.lowercased().unicodeScalars.prefix(200))
        // One slip in three letters: in fewer anything would be near.
        let limit = typed.count / 3
        var best: (word: String, distance: Int)?
        for candidate in words {
            let distance = distance(typed, Array(candidate.lowercased().unicodeScalars.prefix(200)))
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word
    }

    /// Insertions, deletions, replacements and exchanges of neighbours between two words
    /// (Damerau's and Levenshtein's distance, in its restricted form).
    private static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
        var before: [Int] = []
        var last = Array(0...second.count)
        for (row, a) in first.enumerated() {
            var current = [row + 1]
            for (column, b) in second.enumerated() {
                var cost = min(last[column] + (a == b ? 0 : 1), last[column + 1] + 1)
                cost = min(cost, current[column] + 1)
                if row > 0, column > 0, a == second[column - 1], first[row - 1] == b {
                    cost = min(cost, before[column - 1] + 1)
                }
                current.append(cost)
            }
            (before, last) = (last, current)
        }
        return last[second.count]
    }
}
