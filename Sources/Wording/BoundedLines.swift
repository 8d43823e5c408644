/// Lists of messages that may be long.
package enum BoundedLines {
    /// The largest number of lines of one kind.
    private static let limit = 10

    /// The first lines of a list, at most ten; the last of them counts those left out.
    ///
    /// - Parameters:
    ///   - lines: The list.
    ///   - hint: The way to see all of them.
    /// - Returns: The lines.
    package static func of(
        _ lines: [String],
        hint: String = "seqd check --sf2 lists them"
    ) -> [String] {
        // The last line is not spent on "1 more".
        guard lines.count > limit else { return lines }
        let shown = limit - 1
        return lines.prefix(shown) + ["… \(lines.count - shown) more (\(hint))"]
    }
}
