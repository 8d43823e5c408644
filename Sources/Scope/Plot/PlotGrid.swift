/// Intensities of equal rectangles that fill a drawing.
package struct PlotGrid: Hashable, Sendable {
    /// The looks.
    package enum Palette: Hashable, Sendable {
        /// Colours from dark to bright, also where there is nothing.
        case heat
        /// Ink on the background, only where there is something.
        case ink
    }

    /// The number of rectangles from left to right.
    package let columns: Int
    /// The number of rectangles from bottom to top.
    package let rows: Int
    /// The look.
    package let palette: Palette
    /// The intensities, 0 … 1, row by row from the lowest.
    package var values: [Float]

    /// Makes a grid of nothing.
    package init(columns: Int, rows: Int, _ palette: Palette) {
        (self.columns, self.rows, self.palette) = (columns, rows, palette)
        values = Array(repeating: 0, count: columns * rows)
    }

    /// The intensity for a rectangle of another grid over the same drawing: the highest of those
    /// that it covers, or where it covers none the one between its neighbours.
    ///
    /// - Parameters:
    ///   - column: The column, from the left.
    ///   - row: The row, from the bottom.
    ///   - width: The number of columns of the other grid.
    ///   - height: Its number of rows.
    /// - Returns: The intensity, 0 … 1.
    package func value(column: Int, row: Int, ofWidth width: Int, height: Int) -> Float {
        let across = Self.part(column, of: width, in: columns)
        let up = Self.part(row, of: height, in: rows)
        var value: Float = 0
        for (row, rowShare) in up.cells {
            for (column, columnShare) in across.cells {
                let cell = values[row * columns + column]
                if across.isMixed || up.isMixed {
                    value += cell * rowShare * columnShare
                } else {
                    value = max(value, cell)
                }
            }
        }
        return value
    }

    /// The cells that a part of an axis covers, with shares; two shares of 1 in all where it lies
    /// between two cells.
    private static func part(
        _ index: Int,
        of count: Int,
        in cells: Int
    ) -> (cells: [(Int, Float)], isMixed: Bool) {
        guard count > cells else {
            let first = index * cells / count
            let last = max(first + 1, (index + 1) * cells / count)
            return ((first..<last).map { ($0, 1) }, false)
        }
        let position = (Float(index) + 0.5) / Float(count) * Float(cells) - 0.5
        let lower = Int(max(position.rounded(.down), 0))
        let share = min(max(position - Float(lower), 0), 1)
        return ([(lower, 1 - share), (min(lower + 1, cells - 1), share)], true)
    }
}
