import SVG

/// A text at a position, in pixels from the left.
struct RollLabel {
    var x: Double
    var text: String
    var color = PictureStyle.ink
}

/// Texts in a few rows so that none covers another.
struct RollLabels {
    /// The texts with their rows; a text is empty if there was no room for it.
    private(set) var placed: [(label: RollLabel, row: Int)] = []
    private(set) var rowCount = 0

    static let size = 9.5

    /// Arranges labels, which are in the order of their positions, in at most `rows` rows.
    init(_ labels: [RollLabel], rows: Int) {
        var ends = Array(repeating: -Double.infinity, count: rows)
        var last = -Double.infinity
        for label in labels {
            let width = PictureStyle.width(of: label.text, size: Self.size) + 12
            if let row = ends.firstIndex(where: { $0 <= label.x }) {
                ends[row] = label.x + width
                rowCount = max(rowCount, row + 1)
                placed.append((label, row))
            } else if label.x - last >= 2 {
                placed.append((RollLabel(x: label.x, text: "", color: label.color), rows - 1))
            } else {
                continue
            }
            last = label.x
        }
    }
}
