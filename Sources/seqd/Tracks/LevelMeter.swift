import TerminalUI

/// A bar that shows a level, from −60 dBFS to full scale, in columns of one character each.
struct LevelMeter {
    /// The level in dBFS.
    var level: Double
    /// The highest level of the last seconds, shown as a mark; `nil` for none.
    var held: Double?
    /// Whether the bar has characters outside of ASCII.
    var isUnicode: Bool

    private static let lowest = -60.0
    /// The level from which the bar warns.
    private static let high = -6.0

    /// The bar.
    func line(columns: Int) -> ViewLine {
        guard columns > 0 else { return ViewLine() }
        let full = Self.cells(level, columns)
        let mark = held.map { Self.cells($0, columns) - 1 }
        let cells = (0..<columns).map { index -> (character: Character, style: ViewLine.Style) in
            let style = Self.style(ofCell: index, columns)
            if index < full { return (isUnicode ? "█" : "#", style) }
            if index == mark { return (isUnicode ? "▏" : "|", style) }
            return (isUnicode ? "·" : ".", .dim)
        }
        return ViewLine(cells: cells)
    }

    /// The number of cells that a level fills.
    private static func cells(_ level: Double, _ columns: Int) -> Int {
        guard level > lowest else { return 0 }
        let part = min((level - lowest) / -lowest, 1)
        return max(Int((part * Double(columns)).rounded()), 1)
    }

    private static func style(ofCell index: Int, _ columns: Int) -> ViewLine.Style {
        // The level at the cell's upper end.
        let level = lowest + Double(index + 1) / Double(columns) * -lowest
        return level > high ? .warning : .played
    }
}
