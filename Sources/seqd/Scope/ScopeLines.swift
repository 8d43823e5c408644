import Scope
import TerminalUI
import Wording

/// A view of a sound as lines of a terminal: a heading, and the drawing below it.
struct ScopeLines {
    private let ability: TerminalAbility
    private let colours: TerminalPlot.Colours

    /// Makes lines for a terminal.
    init(_ ability: TerminalAbility) {
        self.ability = ability
        colours = ability.isColoured && ability.hasPalette ? .palette : .few
    }

    /// The lines, as many as there are rows.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - start: The time of its first frame in its file, in seconds; live it means nothing.
    ///   - heading: The line at the top for the numbers of the drawing and a width.
    ///   - columns: The width of the window.
    ///   - rows: The rows that are free.
    /// - Returns: The lines, narrower than the window.
    func lines(
        _ view: any ScopeView,
        start: Double = 0,
        heading: (Plot, Int) -> ViewLine,
        columns: Int,
        rows: Int
    ) -> [ViewLine] {
        let width = columns - 1
        guard width > 0, rows > 0 else { return [] }
        let isSquare = view is Lissajous
        let dots = TerminalPlot.dots(columns: width, rows: rows - 1, isSquare: isSquare)
        let plot = view.plot(
            width: max(dots.width, 1),
            height: max(dots.height, 1),
            start: start
        )
        let drawing = TerminalPlot(plot, columns: width, rows: rows - 1, colours)
        return [heading(plot, width)] + drawing.rows.map(Self.line)
    }

    /// The heading: the view, the sound, the numbers and notes.
    ///
    /// - Parameters:
    ///   - kind: The view.
    ///   - source: The name of the sound.
    ///   - notes: Texts that matter more than numbers.
    /// - Returns: The line for a drawing and a width.
    func heading(
        _ kind: ScopeViewKind,
        _ source: String,
        _ notes: [String]
    ) -> (Plot, Int) -> ViewLine {
        { plot, width in
            typealias Part = FittedLine.Part
            var parts = [Part(ability.cut(ability.shown(source), to: max(width / 3, 8)), 60, .dim)]
            parts += plot.readings.enumerated().map { index, reading in
                Part(reading.text, 90 - index)
            }
            parts += notes.map { Part($0, 100, .warning) }
            return FittedLine(parts, ability)
                .line(after: kind.title, least: kind.title.columns, width: width)
        }
    }

    private static func line(_ cells: [TerminalCell]) -> ViewLine {
        ViewLine(cells: cells.map { ($0.character, style($0.ink)) })
    }

    private static func style(_ ink: TerminalCell.Ink) -> ViewLine.Style {
        switch ink {
        case .plain: .plain
        case .label, .faint, .tone(.held): .dim
        case .tone(.first): .played
        case .tone(.second): .warning
        case .halves(let upper, let lower): .halves(upper: upper, lower: lower)
        }
    }
}
