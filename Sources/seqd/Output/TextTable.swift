import Wording

/// Lines of cells under each other, for people.
struct TextTable {
    /// What stands in one place of each row.
    struct Column {
        /// The heading; if all are empty there is none.
        var title: String
        /// Whether the cells stand on the right, as numbers do.
        var isNumeric = false
        /// What it is cut to at least where the table is too wide; it is never cut unless specified.
        var least = Int.max
    }

    var columns: [Column]
    /// Each with a cell for each column.
    var rows: [[String]] = []

    /// The least that the last column is cut to.
    private static let leastLast = 16

    /// The table as lines.
    ///
    /// - Parameters:
    ///   - indent: The spaces before each line.
    ///   - width: The most that a line takes, the indent included, as far as the columns' least
    ///     widths allow; `nil` where nothing is cut.
    /// - Returns: The lines, without spaces or line ends at their ends.
    func lines(indent: Int, width: Int?) -> [String] {
        let titles = columns.map(\.title)
        let all = titles.contains { !$0.isEmpty } ? [titles] + rows : rows
        let widths = widths(of: all, indent: indent, width: width)
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

    /// The widths of the columns: as wide as their cells, the widest cut first.
    private func widths(of rows: [[String]], indent: Int, width: Int?) -> [Int] {
        var widths = columns.indices.map { column in
            rows.map { $0[column].columns }.max() ?? 0
        }
        guard let width, !widths.isEmpty else { return widths }
        let last = widths.count - 1
        var excess = indent + widths.reduce(0, +) + 2 * last - width
        while excess > 0 {
            let wide = columns.indices.filter { column in
                widths[column] > (column == last ? Self.leastLast : columns[column].least)
            }
            guard let widest = wide.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }
}
