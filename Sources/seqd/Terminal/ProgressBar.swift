/// How far a piece is, as a bar with the points of a loop.
struct ProgressBar {
    /// How far, from 0 to 1.
    var fraction: Double
    var loop: PlayerMoment.Loop?
    var isUnicode: Bool

    /// The bar in so many columns, each of one character.
    func line(columns: Int) -> ViewLine {
        guard columns > 0 else { return ViewLine() }
        let halves = Int(Self.clamped(fraction) * Double(columns * 2))
        let (full, half) = halves.quotientAndRemainder(dividingBy: 2)
        let start = loop?.start.map { cell($0, columns) }
        let end = loop?.end.map { cell($0, columns) }
        var line = ViewLine()
        var run = ""
        var style = ViewLine.Style.plain
        for index in 0..<columns {
            let isPlayed = index < full || index == full && half == 1
            let (character, wanted): (Character, ViewLine.Style) =
                if index == end { ("]", .strong) } else if index == start {
                    ("[", .strong)
                } else if index < full { (isUnicode ? "━" : "=", .played) } else if isPlayed {
                    (isUnicode ? "╸" : ">", .played)
                } else { (isUnicode ? "─" : "-", .dim) }
            if wanted != style {
                line.append(run, style)
                (run, style) = ("", wanted)
            }
            run.append(character)
        }
        line.append(run, style)
        return line
    }

    private func cell(_ fraction: Double, _ columns: Int) -> Int {
        min(Int(Self.clamped(fraction) * Double(columns)), columns - 1)
    }

    private static func clamped(_ fraction: Double) -> Double {
        fraction.isNaN ? 0 : min(max(fraction, 0), 1)
    }
}
