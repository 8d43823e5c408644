/// A bar that shows progress, with brackets around a part of it.
package struct ProgressBar {
    /// The progress, from 0 to 1.
    package var fraction: Double
    /// The position of the opening bracket, from 0 to 1; `nil` for none.
    package var start: Double?
    /// The position of the closing bracket, from 0 to 1; `nil` for none.
    package var end: Double?
    /// Whether the bar has characters outside of ASCII.
    package var isUnicode: Bool

    /// Makes a bar.
    package init(fraction: Double, start: Double? = nil, end: Double? = nil, isUnicode: Bool) {
        self.fraction = fraction
        self.start = start
        self.end = end
        self.isUnicode = isUnicode
    }

    /// The bar in a number of columns, each of one character.
    package func line(columns: Int) -> ViewLine {
        guard columns > 0 else { return ViewLine() }
        let halves = Int(Self.clamped(fraction) * Double(columns * 2))
        let (full, half) = halves.quotientAndRemainder(dividingBy: 2)
        let start = start.map { cell($0, columns) }
        let end = end.map { cell($0, columns) }
        let cells = (0..<columns).map { index -> (character: Character, style: ViewLine.Style) in
            if index == end { return ("]", .strong) }
            if index == start { return ("[", .strong) }
            if index < full { return (isUnicode ? "━" : "=", .played) }
            if index == full, half == 1 { return (isUnicode ? "╸" : ">", .played) }
            return (isUnicode ? "─" : "-", .dim)
        }
        return ViewLine(cells: cells)
    }

    private func cell(_ fraction: Double, _ columns: Int) -> Int {
        min(Int(Self.clamped(fraction) * Double(columns)), columns - 1)
    }

    private static func clamped(_ fraction: Double) -> Double {
        fraction.isNaN ? 0 : min(max(fraction, 0), 1)
    }
}
