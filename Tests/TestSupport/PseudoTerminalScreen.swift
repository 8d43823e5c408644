/// What a terminal shows: enough of a VT100 for programs that draw a few lines in place.
public struct PseudoTerminalScreen: Sendable {
    /// The width.
    public private(set) var columns: Int
    /// The height.
    public private(set) var rows: Int
    /// Where the cursor is, from 0.
    public internal(set) var cursor = Place()
    /// Whether it can be seen.
    public internal(set) var isCursorVisible = true
    /// Whether what exceeds a row goes on in the next (DECAWM).
    public internal(set) var isWrapping = true
    /// The lines that have left the screen at its top.
    public private(set) var scrolledOff: [String] = []

    /// A place on the screen, from 0.
    public struct Place: Hashable, Sendable {
        /// The row, from the top.
        public var row = 0
        /// The column, from the left.
        public var column = 0
    }

    struct Row {
        /// A character for each column; empty behind a wide one, a space where nothing stands.
        var cells: [String]
        /// Whether the next row goes on with it: it was wrapped.
        var isContinued = false

        var text: String {
            var text = cells.joined()[...]
            while text.last == " " { text.removeLast() }
            return String(text)
        }
    }

    var grid: [Row]
    /// The usual screen and its cursor while the alternate one is shown (xterm's mode 1049).
    var usual: (grid: [Row], cursor: Place)?
    var parser = Parser()
    /// Whether a character stands in the last column, so that the next one wraps first.
    var isWrapDue = false
    private let isReflowing: Bool

    /// Makes an empty screen.
    ///
    /// - Parameters:
    ///   - columns: The width.
    ///   - rows: The height.
    ///   - isReflowing: Whether a new width wraps long lines anew, as most terminals do; else it
    ///     cuts them off, as xterm does.
    public init(columns: Int, rows: Int, isReflowing: Bool = true) {
        self.columns = columns
        self.rows = rows
        self.isReflowing = isReflowing
        grid = Self.blank(rows, columns)
    }

    /// The rows without the blanks at their ends, down to the last that shows something.
    public var lines: [String] {
        var lines = grid.map(\.text)
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    /// All lines as one text, what has left the screen included.
    public var text: String {
        (scrolledOff + lines).joined(separator: "\n")
    }

    /// Gives the screen another size.
    ///
    /// - Parameters:
    ///   - columns: The new width.
    ///   - rows: The new height.
    public mutating func resize(columns: Int, rows: Int) {
        if isReflowing { reflow(to: columns) } else { crop(to: columns) }
        self.columns = columns
        self.rows = rows
        while grid.count > rows {
            // What is empty below the cursor goes first.
            if cursor.row < grid.count - 1, grid.last?.text == "" {
                grid.removeLast()
            } else {
                scrolledOff.append(grid.removeFirst().text)
                cursor.row = max(cursor.row - 1, 0)
            }
        }
        grid += Self.blank(rows - grid.count, columns)
        cursor.column = min(cursor.column, columns - 1)
        isWrapDue = false
    }

    mutating func moveDown() {
        guard cursor.row == rows - 1 else {
            cursor.row += 1
            return
        }
        scrolledOff.append(grid.removeFirst().text)
        grid += Self.blank(1, columns)
    }

    private mutating func crop(to columns: Int) {
        for index in grid.indices {
            let missing = columns - grid[index].cells.count
            grid[index].cells = Array(grid[index].cells.prefix(columns))
            grid[index].cells += [String](repeating: " ", count: max(missing, 0))
        }
    }

    private mutating func reflow(to columns: Int) {
        var wrapped: [Row] = []
        var place = Place()
        var long: [String] = []
        var cursorOffset: Int?
        for (index, row) in grid.enumerated() {
            if index == cursor.row { cursorOffset = long.count + cursor.column }
            long += row.cells
            if row.isContinued { continue }
            while long.last == " ", long.count > cursorOffset ?? 0 { long.removeLast() }
            let pieces = max((long.count + columns - 1) / columns, 1)
            if let offset = cursorOffset {
                let piece = min(offset / columns, pieces - 1)
                place = Place(row: wrapped.count + piece, column: offset - piece * columns)
                cursorOffset = nil
            }
            for piece in 0..<pieces {
                var cells = Array(long.dropFirst(piece * columns).prefix(columns))
                cells += [String](repeating: " ", count: columns - cells.count)
                wrapped.append(Row(cells: cells, isContinued: piece < pieces - 1))
            }
            long = []
        }
        while wrapped.count > place.row + 1, wrapped.last?.text == "" { wrapped.removeLast() }
        grid = wrapped
        cursor = place
    }

    /// Whether the alternate screen is shown.
    public var isAlternate: Bool { usual != nil }

    /// Shows the alternate screen, empty, or the usual one as it was.
    ///
    /// After a change of size the usual one is empty: no test compares it.
    mutating func setAlternate(_ isAlternate: Bool) {
        guard isAlternate != self.isAlternate else { return }
        guard let before = usual else {
            usual = (grid, cursor)
            grid = Self.blank(rows, columns)
            return
        }
        usual = nil
        let fits = before.grid.count == rows && before.grid.first?.cells.count == columns
        grid = fits ? before.grid : Self.blank(rows, columns)
        cursor = fits ? before.cursor : Place()
    }

    static func blank(_ count: Int, _ columns: Int) -> [Row] {
        let row = Row(cells: [String](repeating: " ", count: columns))
        return [Row](repeating: row, count: max(count, 0))
    }
}
