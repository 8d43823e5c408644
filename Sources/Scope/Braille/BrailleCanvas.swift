/// Dots in cells of two by four, as the Braille characters from U+2800 on have them.
///
/// A cell has one colour: that of the last dot that was set in it.
package struct BrailleCanvas: Sendable {
    /// The number of cells in a row.
    package let columns: Int
    /// The number of rows of cells.
    package let rows: Int

    private var patterns: [UInt8]
    private var tones: [PlotTrace.Tone]

    /// The bits of a cell's dots, row by row from the top.
    private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

    /// Makes a canvas without dots.
    package init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (max(columns, 0), max(rows, 0))
        patterns = Array(repeating: 0, count: self.columns * self.rows)
        tones = Array(repeating: .held, count: patterns.count)
    }

    /// The number of dots in a row.
    package var width: Int { 2 * columns }
    /// The number of rows of dots.
    package var height: Int { 4 * rows }

    /// Sets a dot; one outside is left out.
    ///
    /// - Parameters:
    ///   - x: The dot from the left.
    ///   - y: The dot from the bottom.
    ///   - tone: The colour of its cell.
    package mutating func set(_ x: Int, _ y: Int, _ tone: PlotTrace.Tone) {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return }
        let fromTop = height - 1 - y
        let cell = fromTop / 4 * columns + x / 2
        patterns[cell] |= Self.bits[fromTop % 4 * 2 + x % 2]
        tones[cell] = tone
    }

    /// Sets the dots of a line, by Bresenham's algorithm.
    package mutating func line(
        from start: (x: Int, y: Int),
        to end: (x: Int, y: Int),
        _ tone: PlotTrace.Tone
    ) {
        var (x, y) = start
        let (across, up) = (abs(end.x - x), -abs(end.y - y))
        let (stepX, stepY) = (x < end.x ? 1 : -1, y < end.y ? 1 : -1)
        var error = across + up
        while true {
            set(x, y, tone)
            guard x != end.x || y != end.y else { return }
            let double = 2 * error
            if double >= up {
                error += up
                x += stepX
            }
            if double <= across {
                error += across
                y += stepY
            }
        }
    }

    /// Whether a cell has a dot.
    package func hasDots(column: Int, row: Int) -> Bool { patterns[row * columns + column] > 0 }

    /// The character of a cell; a space without dots.
    ///
    /// - Parameters:
    ///   - column: The column, from the left.
    ///   - row: The row, from the top.
    /// - Returns: The character.
    package func character(column: Int, row: Int) -> Character {
        Self.character(patterns[row * columns + column])
    }

    /// The colour of a cell.
    package func tone(column: Int, row: Int) -> PlotTrace.Tone { tones[row * columns + column] }

    /// The character for a pattern of dots.
    static func character(_ pattern: UInt8) -> Character {
        guard pattern > 0, let scalar = Unicode.Scalar(0x2800 + UInt32(pattern)) else { return " " }
        return Character(scalar)
    }
}
