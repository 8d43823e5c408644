import TerminalUI

/// The state of the monitor that its keys change, and that no daemon knows.
struct MonitorControls: Hashable, Sendable {
    /// The lines of an answer to a typed command.
    struct Answer: Hashable, Sendable {
        /// The command.
        var title: String
        var lines: [String]
        /// The first line that is shown, from 0.
        var top = 0
    }

    /// The panel that the keys act on.
    var panel = MonitorPanel.tracks
    /// The row that the user has selected in a panel, from 0.
    private var selections: [MonitorPanel: Int] = [:]
    /// The page of the help that is shown, from 0; `nil` for none.
    var helpPage: Int?
    /// The line that is being typed; `nil` for none.
    var prompt: TypedLine?
    /// The answer that is shown; `nil` for none.
    var answer: Answer?
    /// The start of a loop whose end is not set yet.
    var loopStart: String?
    /// The typed commands, the oldest first.
    private(set) var history: [String] = []

    /// The most commands that are stored.
    private static let historyLimit = 100

    /// The selected row of a panel, from 0; `nil` in an empty panel.
    func selection(in panel: MonitorPanel, of model: MonitorModel) -> Int? {
        let count = model.count(of: panel)
        guard count > 0 else { return nil }
        let wanted = selections[panel] ?? model.defaultSelection(in: panel)
        return min(max(wanted, 0), count - 1)
    }

    /// Selects another row of the panel; the first or last one for a number beyond it.
    mutating func select(_ row: Int, of model: MonitorModel) {
        let count = model.count(of: panel)
        guard count > 0 else { return }
        selections[panel] = min(max(row, 0), count - 1)
    }

    /// Moves the selection by some rows.
    mutating func move(by rows: Int, of model: MonitorModel) {
        guard let selected = selection(in: panel, of: model) else { return }
        select(selected + rows, of: model)
    }

    /// Begins to type a command, whose start is there already.
    mutating func beginPrompt(_ start: String) {
        prompt = TypedLine(start, history: history)
    }

    /// Remembers a typed command.
    mutating func remember(_ line: String) {
        if history.last != line { history.append(line) }
        history.removeFirst(max(history.count - Self.historyLimit, 0))
    }

    /// Scrolls the answer.
    mutating func scrollAnswer(by lines: Int) {
        guard let answer else { return }
        self.answer?.top = min(max(answer.top + lines, 0), max(answer.lines.count - 1, 0))
    }
}
