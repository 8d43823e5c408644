/// A small curve out of block characters.
package enum Sparkline {
    private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// The curve of some values.
    ///
    /// - Parameters:
    ///   - values: The values, none below 0; a character for each, or for several the greatest.
    ///   - width: The most characters.
    /// - Returns: The curve; a dot for a value of 0.
    package static func text(_ values: [Int], width: Int) -> String {
        guard let most = values.max(), most > 0, width > 0 else { return "" }
        let count = min(values.count, width)
        return String(
            (0..<count).map { index -> Character in
                let first = index * values.count / count
                let end = max((index + 1) * values.count / count, first + 1)
                let value = values[first..<end].max() ?? 0
                guard value > 0 else { return "·" }
                return blocks[(value * blocks.count - 1) / most]
            }
        )
    }
}
