import TerminalUI
import Wording

/// The view of the monitor: a model and the controls as lines that fill a window.
///
/// At the top are the position, the file and the sound, and the lyrics of a song; at the bottom
/// messages, or a command that is typed; between them the panels, side by side in a wide window. In
/// a small window only the panel that the keys act on is shown. No line reaches the last column.
struct MonitorView {
    let ability: TerminalAbility

    /// The columns of the narrowest window in which panels are side by side.
    static let wideColumns = 110

    /// Makes a view for a terminal with an ability.
    init(_ ability: TerminalAbility) {
        self.ability = ability
    }

    /// The lines of a model: as many as there are rows, each narrower than the window.
    func lines(
        _ model: MonitorModel,
        _ controls: MonitorControls,
        columns: Int,
        rows: Int
    ) -> [ViewLine] {
        let width = columns - 1
        guard width > 0, rows > 0 else { return [] }
        let footer = footer(model, controls, width: width, rows: rows)
        var lines = Array(header(model, width: width, rows: rows).prefix(rows - footer.count))
        let body = rows - lines.count - footer.count
        lines += self.body(model, controls, width: width, rows: body).prefix(body)
        while lines.count < rows - footer.count { lines.append(ViewLine()) }
        return lines + footer
    }

    /// The number of pages that the help has in a window.
    func helpPageCount(_ model: MonitorModel, columns: Int, rows: Int) -> Int {
        let width = columns - 1
        guard width > 0 else { return 0 }
        return keyTable.pageCount(width: width, rows: bodyRows(model, width: width, rows: rows))
    }

    /// The rows between the lines at the top and the line at the bottom.
    private func bodyRows(_ model: MonitorModel, width: Int, rows: Int) -> Int {
        let footer = footer(model, MonitorControls(), width: width, rows: rows)
        return rows - header(model, width: width, rows: rows).count - footer.count
    }

    private func body(
        _ model: MonitorModel,
        _ controls: MonitorControls,
        width: Int,
        rows: Int
    ) -> [ViewLine] {
        if let page = controls.helpPage {
            return keyTable.lines(page: page, width: width, rows: rows)
        }
        if let answer = controls.answer { return lines(of: answer, width: width, rows: rows) }
        return panels(model, controls, width: width, rows: rows)
    }

    private func lines(of answer: MonitorControls.Answer, width: Int, rows: Int) -> [ViewLine] {
        guard rows > 0 else { return [] }
        let room = rows - 1
        let top = max(min(answer.top, answer.lines.count - room), 0)
        let shown = answer.lines.dropFirst(top).prefix(room)
        let range =
            shown.isEmpty ? "" : "  \(top + 1)-\(top + shown.count) of \(answer.lines.count)"
        let title = ability.shown(answer.title)
        var lines = [
            ViewLine.rule(
                "\(title)\(range)",
                note: "Esc closes",
                isStrong: true,
                width: width,
                ability
            )
        ]
        lines += shown.map { ViewLine(ability.cut(ability.shown($0), to: width)) }
        return lines
    }
}
