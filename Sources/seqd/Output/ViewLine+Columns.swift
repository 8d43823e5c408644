import TerminalUI
import Wording

/// Lines of tables.
extension ViewLine {
    /// A line with a title, and a note at its right end if there is room.
    static func rule(
        _ title: String,
        note: String = "",
        isStrong: Bool = false,
        width: Int,
        _ ability: TerminalAbility
    ) -> ViewLine {
        let stroke = ability.isUnicode ? (isStrong ? "━" : "─") : (isStrong ? "=" : "-")
        let style: Style = isStrong ? .strong : .dim
        var line = ViewLine(ability.cut("\(stroke) \(title) ", to: width), style)
        let end = note.isEmpty ? "" : " \(note) \(stroke)"
        let fits = line.columns + end.columns + 1 <= width
        let strokes = width - line.columns - (fits ? end.columns : 0)
        line.append(String(repeating: stroke, count: max(strokes, 0)), style)
        if fits { line.append(end, .dim) }
        return line
    }

    /// Adds the letters of mute and solo.
    mutating func append(isMuted: Bool, isSoloed: Bool) {
        append(isMuted ? "M" : " ", .warning)
        append(isSoloed ? "S" : " ", .warning)
        append(" ")
    }

    /// Adds a text in a column of a fixed width, and a space.
    mutating func append(
        _ text: String,
        to width: Int,
        _ style: Style,
        _ ability: TerminalAbility
    ) {
        let cut = ability.cut(ability.shown(text), to: width)
        append(cut.padded(to: width), style)
        append(" ")
    }

    /// The line, or where it is wider than its room its text without styles, cut.
    func limited(to width: Int, _ ability: TerminalAbility) -> ViewLine {
        guard columns > width else { return self }
        return ViewLine(ability.cut(plainText, to: max(width, 0)))
    }
}
