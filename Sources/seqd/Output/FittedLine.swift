import TerminalUI
import Wording

/// A line of parts, of which the most important ones stay if not all fit.
struct FittedLine {
    /// A part of the line.
    struct Part {
        /// The text.
        var line: ViewLine
        /// The importance; parts with a greater one take precedence.
        var importance: Int

        /// Makes a part of a text in one style.
        init(_ text: String, _ importance: Int, _ style: ViewLine.Style = .plain) {
            self.init(ViewLine(text, style), importance)
        }

        /// Makes a part of a text in several styles.
        init(_ line: ViewLine, _ importance: Int) {
            self.line = line
            self.importance = importance
        }
    }

    private let parts: [Part]
    private let ability: TerminalAbility

    /// The columns between two parts.
    private static let gap = 2

    /// Makes a line of parts from left to right.
    init(_ parts: [Part], _ ability: TerminalAbility) {
        self.parts = parts
        self.ability = ability
    }

    /// The line.
    ///
    /// - Parameters:
    ///   - name: The text at the left, which is cut.
    ///   - least: The columns that the text gets before any part.
    ///   - width: The columns of the line.
    /// - Returns: The text, and the parts that fit beside it.
    func line(after name: String, least: Int, width: Int) -> ViewLine {
        var room = width - min(name.columns, least, width)
        var kept: Set<Int> = []
        let order = parts.indices.sorted { parts[$0].importance > parts[$1].importance }
        for index in order where parts[index].line.columns + Self.gap <= room {
            room -= parts[index].line.columns + Self.gap
            kept.insert(index)
        }
        let shown = parts.indices.filter(kept.contains).map { parts[$0].line }
        let used = shown.reduce(0) { $0 + $1.columns + Self.gap }
        var line = ViewLine(ability.cut(name, to: width - used), .strong)
        for part in shown {
            line.append(String(repeating: " ", count: line.columns == 0 ? 0 : Self.gap))
            line.append(part)
        }
        return line
    }
}
