import Wording

/// A table as lines of text.
package struct TextTable {
    /// A column of the table.
    package struct Column {
        /// The heading; if all are empty, the table has none.
        package var title: String
        /// Whether the cells are aligned on the right, as numbers are.
        package var isNumeric = false
        /// The smallest width to which it is cut in a table that is too wide; by default it is not cut.
        package var least = Int.max

        package init(title: String, isNumeric: Bool = false, least: Int = Int.max) {
            (self.title, self.isNumeric, self.least) = (title, isNumeric, least)
        }
    }

    package var columns: [Column]
    /// The rows, each with a cell for each column.
    package var rows: [[String]] = []

    package init(columns: [Column], rows: [[String]] = []) {
        (self.columns, self.rows) = (columns, rows)
    }

    /// The smallest width to which the last column is cut.
    private static let leastLast = 16

    /// The table as lines.
    ///
    /// - Parameters:
    ///   - indent: The number of spaces before each line.
    ///   - width: The largest width of a line with its indent, as far as the columns' least widths
    ///     allow it; `nil` for no limit.
    /// - Returns: The lines, without spaces or line ends at their ends.
    package func lines(indent: Int, width: Int?) -> [String] {
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
