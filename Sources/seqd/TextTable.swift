/// Lines of cells under each other, for people.
struct TextTable {
    /// What stands in one place of each row.
    struct Column {
        /// The heading; if all are empty there is none.
        var title: String
        /// Whether the cells stand on the right, as numbers do.
        var isNumeric = false
        /// The most columns of a terminal that it takes; the last one takes what is left.
        var limit = Int.max
    }

    var columns: [Column]
    /// Each with a cell for each column.
    var rows: [[String]] = []

    /// The table as lines.
    ///
    /// - Parameters:
    ///   - indent: The spaces before each line.
    ///   - width: The most that a line takes, the indent included; the last column has at least
    ///     16 of it. Longer cells are cut.
    /// - Returns: The lines, without spaces or line ends at their ends.
    func lines(indent: Int, width: Int) -> [String] {
        let titles = columns.map(\.title)
        let all = titles.contains { !$0.isEmpty } ? [titles] + rows : rows
        var widths = columns.indices.map { column in
            min(all.map { $0[column].columns }.max() ?? 0, columns[column].limit)
        }
        let used = indent + widths.dropLast().reduce(0) { $0 + $1 + 2 }
        if let last = widths.last { widths[widths.count - 1] = min(last, max(width - used, 16)) }
        return all.map { row in
            let cells = row.indices.map { column in
                row[column].cut(to: widths[column])
                    .padded(to: widths[column], onLeft: columns[column].isNumeric)
            }
            var line = (String(repeating: " ", count: indent) + cells.joined(separator: "  "))[...]
            while line.last == " " { line.removeLast() }
            return String(line)
        }
    }
}
