import Wording

/// A drawing as characters of a terminal: dots of Braille characters, with axes.
package struct TerminalPlot: Sendable {
    /// The colours of a terminal.
    package enum Colours: Hashable, Sendable {
        /// None, or those of styles only: intensities are shades of block characters.
        case few
        /// xterm's 256.
        case palette
    }

    /// The rows from top to bottom, all of one width.
    package private(set) var rows: [[TerminalCell]]

    /// The columns on the left, for labels.
    private let gutter: Int
    /// The size of the drawing itself, in cells.
    private let columns: Int
    private let height: Int

    /// The least size of a drawing.
    private static let leastColumns = 8
    private static let leastRows = 2

    /// The dots of the drawing in a window, for which a view plots.
    ///
    /// - Parameters:
    ///   - columns: The columns of the window.
    ///   - rows: Its rows.
    ///   - isSquare: Whether both axes have the same scale.
    /// - Returns: The dots; 0 where there is no room.
    package static func dots(
        columns: Int,
        rows: Int,
        isSquare: Bool = false
    ) -> (width: Int, height: Int) {
        let area = area(columns: columns, rows: rows, isSquare: isSquare)
        return (2 * area.columns, 4 * area.rows)
    }

    private static let gutterColumns = 8

    private static func area(
        columns: Int,
        rows: Int,
        isSquare: Bool
    ) -> (columns: Int, rows: Int) {
        // A row for the titles of the axes, and one for labels.
        var (across, down) = (max(columns - gutterColumns, 0), max(rows - 2, 0))
        guard across >= leastColumns, down >= leastRows else { return (0, 0) }
        if isSquare {
            // The dots of a cell are 2 by 4: they are square where a character is twice as high as wide.
            let side = min(2 * across, 4 * down)
            (across, down) = (side / 2, side / 4)
        }
        return (across, down)
    }

    /// Draws.
    ///
    /// - Parameters:
    ///   - plot: The drawing, made for ``dots(columns:rows:isSquare:)``.
    ///   - columns: The columns of the window.
    ///   - rows: Its rows.
    ///   - colours: The colours of the terminal.
    package init(_ plot: Plot, columns: Int, rows: Int, _ colours: Colours) {
        let area = Self.area(columns: columns, rows: rows, isSquare: plot.isSquare)
        // A square stands in the middle.
        gutter = Self.gutterColumns + max(columns - Self.gutterColumns - area.columns, 0) / 2
        (self.columns, height) = area
        let line = Array(repeating: TerminalCell.empty, count: max(columns, 0))
        self.rows = Array(repeating: line, count: max(rows, 0))
        guard area.columns > 0 else { return }
        drawGrid(plot, colours)
        drawTraces(plot)
        drawAxes(plot)
    }

    // MARK: Cells

    private mutating func put(_ text: String, column: Int, row: Int, _ ink: TerminalCell.Ink) {
        guard rows.indices.contains(row) else { return }
        var column = column
        for character in text {
            if rows[row].indices.contains(column) {
                rows[row][column] = TerminalCell(character, ink)
            }
            column += 1
        }
    }

    // MARK: Content

    private mutating func drawGrid(_ plot: Plot, _ colours: Colours) {
        guard let grid = plot.grid, grid.palette == .heat else { return }
        for row in 0..<height {
            for column in 0..<columns {
                let values = [2 * row, 2 * row + 1].map { half in
                    grid.value(
                        column: column,
                        row: 2 * height - 1 - half,
                        ofWidth: columns,
                        height: 2 * height
                    )
                }
                let cell =
                    switch colours {
                    case .palette:
                        TerminalCell(
                            "▀",
                            .halves(HeatColours.index(values[0]), HeatColours.index(values[1]))
                        )
                    case .few: TerminalCell(Self.shade((values[0] + values[1]) / 2), .plain)
                    }
                rows[row + 1][gutter + column] = cell
            }
        }
    }

    /// A block character that is as dense as an intensity.
    private static func shade(_ value: Float) -> Character {
        let shades: [Character] = [" ", "░", "▒", "▓", "█"]
        return shades[Int(min(max(value, 0), 1) * Float(shades.count - 1) + 0.5)]
    }

    private mutating func drawTraces(_ plot: Plot) {
        var canvas = BrailleCanvas(columns: columns, rows: height)
        if let grid = plot.grid, grid.palette == .ink { Self.draw(grid, on: &canvas) }
        for trace in plot.traces { Self.draw(trace, on: &canvas) }
        for row in 0..<height {
            for column in 0..<columns where canvas.hasDots(column: column, row: row) {
                rows[row + 1][gutter + column] = TerminalCell(
                    canvas.character(column: column, row: row),
                    .tone(canvas.tone(column: column, row: row))
                )
            }
        }
    }

    /// Draws the cells in which there is something; where they fill the drawing, as shades by an
    /// ordered dither.
    private static func draw(_ grid: PlotGrid, on canvas: inout BrailleCanvas) {
        let (width, height) = (canvas.width, canvas.height)
        var values = [Float](repeating: 0, count: width * height)
        for row in 0..<grid.rows {
            let y = row * height / grid.rows
            for column in 0..<grid.columns where grid.values[row * grid.columns + column] > 0 {
                let dot = y * width + column * width / grid.columns
                values[dot] = max(values[dot], grid.values[row * grid.columns + column])
            }
        }
        let isFull = values.count { $0 > 0 } > values.count / 4
        for y in 0..<height {
            for x in 0..<width where values[y * width + x] > 0 {
                let threshold = isFull ? (dither[y % 4 * 4 + x % 4] + 0.5) / 16 : 0
                if values[y * width + x] > threshold { canvas.set(x, y, .first) }
            }
        }
    }

    /// Bayer's matrix of 4 by 4.
    private static let dither: [Float] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

    private static func draw(_ trace: PlotTrace, on canvas: inout BrailleCanvas) {
        let (right, top) = (Double(canvas.width - 1), Double(canvas.height - 1))
        for run in trace.runs {
            var previous: (x: Int, y: Int)?
            for point in run {
                let x = Int((min(max(point.x, 0), 1) * right).rounded())
                let y = Int((min(max(point.y, 0), 1) * top).rounded())
                if trace.style == .area {
                    canvas.line(from: (x, 0), to: (x, y), trace.tone)
                } else {
                    canvas.line(from: previous ?? (x, y), to: (x, y), trace.tone)
                }
                previous = (x, y)
            }
        }
    }

    // MARK: Axes

    private mutating func drawAxes(_ plot: Plot) {
        drawVerticalAxis(plot)
        drawHorizontalAxis(plot)
        put(plot.vertical.title, column: max(gutter - 6, 0), row: 0, .label)
        var column = gutter + columns
        for trace in plot.traces where !trace.name.isEmpty {
            column -= trace.name.columns + 2
            guard column > gutter + plot.vertical.title.columns else { break }
            put(trace.name, column: column + 2, row: 0, .tone(trace.tone))
        }
    }

    private mutating func drawVerticalAxis(_ plot: Plot) {
        for tick in plot.vertical.ticks(most: max((height + 1) / 2, 2)) {
            let row = height - 1 - Int((tick.position * Double(height - 1)).rounded())
            guard (0..<height).contains(row) else { continue }
            let label = tick.label.cut(to: Self.gutterColumns - 2)
            put(label, column: gutter - 1 - label.columns, row: row + 1, .label)
            put("┤", column: gutter - 1, row: row + 1, .label)
            drawLine(row: row + 1, plot)
        }
        for row in 0..<height where rows[row + 1][gutter - 1].character == " " {
            put("│", column: gutter - 1, row: row + 1, .label)
        }
    }

    /// A dotted line through the cells that are empty.
    private mutating func drawLine(row: Int, _ plot: Plot) {
        guard plot.grid?.palette != .heat else { return }
        for column in 0..<columns where rows[row][gutter + column].character == " " {
            put("·", column: gutter + column, row: row, .faint)
        }
    }

    private mutating func drawHorizontalAxis(_ plot: Plot) {
        let row = height + 1
        let title = plot.horizontal.title
        let end = gutter + columns - title.columns
        var free = 0
        for tick in plot.horizontal.ticks(most: max(columns / 8, 2)) {
            let centre = gutter + Int((tick.position * Double(columns - 1)).rounded())
            let label = tick.label
            let column = max(centre - label.columns / 2, 0)
            guard column >= free, column + label.columns < end else { continue }
            put(label, column: column, row: row, .label)
            free = column + label.columns + 1
        }
        put(title, column: end, row: row, .label)
    }
}
