import ControlProtocol
import Sequencer
import TerminalUI
import Wording

/// The panels: tracks, strips and the queue.
extension MonitorView {
    /// The least rows of a panel that is shown beside others.
    private static let minimumRows = 4
    /// The columns between panels that are side by side.
    private static let gap = 2

    func panels(
        _ model: MonitorModel,
        _ controls: MonitorControls,
        width: Int,
        rows: Int
    ) -> [ViewLine] {
        guard width + 1 >= Self.wideColumns, rows >= 2 * Self.minimumRows else {
            return stack(MonitorPanel.allCases, model, controls, width: width, rows: rows)
        }
        let half = (width - Self.gap) / 2
        var left = stack([.tracks], model, controls, width: half, rows: rows)
        let facts = daemonLines(model, width: half)
        // All of it, or as much as there is below the tracks.
        if left.count + Self.minimumRows <= rows {
            let empty = max(rows - left.count - facts.count, 0)
            left += Array(repeating: ViewLine(), count: min(empty, 1))
            left += facts.prefix(rows - left.count)
        }
        let right = stack(
            [.strips, .queue],
            model,
            controls,
            width: width - Self.gap - half,
            rows: rows
        )
        return (0..<max(left.count, right.count)).map { row in
            var line = row < left.count ? left[row] : ViewLine()
            guard row < right.count else { return line }
            line.append(String(repeating: " ", count: half + Self.gap - line.columns))
            line.append(right[row])
            return line
        }
    }

    /// Panels below each other; only the one that the keys act on if there is no room for all.
    private func stack(
        _ panels: [MonitorPanel],
        _ model: MonitorModel,
        _ controls: MonitorControls,
        width: Int,
        rows: Int
    ) -> [ViewLine] {
        guard panels.count == 1 || rows >= panels.count * Self.minimumRows else {
            let others = panels.filter { $0 != controls.panel }.map { $0.title.lowercased() }
            return lines(
                of: controls.panel,
                model,
                controls,
                note: "Tab: \(others.joined(separator: ", "))",
                width: width,
                rows: rows
            )
        }
        let wanted = panels.map { max(model.count(of: $0), 1) + 1 }
        var given = wanted.map { min($0, rows / panels.count) }
        // The rest goes to the panel that the keys act on, then to the others in their order.
        let order = panels.indices.sorted { first, _ in panels[first] == controls.panel }
        for index in order {
            let free = rows - given.reduce(0, +)
            given[index] += min(free, wanted[index] - given[index])
        }
        return panels.indices.flatMap { index in
            lines(of: panels[index], model, controls, width: width, rows: given[index])
        }
    }

    /// A panel with its title.
    private func lines(
        of panel: MonitorPanel,
        _ model: MonitorModel,
        _ controls: MonitorControls,
        note: String = "",
        width: Int,
        rows: Int
    ) -> [ViewLine] {
        guard rows > 0 else { return [] }
        let isActive = panel == controls.panel
        var lines = [
            ViewLine.rule(
                title(of: panel, model),
                note: note,
                isStrong: isActive,
                width: width,
                ability
            )
        ]
        let room = rows - 1
        let count = model.count(of: panel)
        guard let selected = controls.selection(in: panel, of: model) else {
            let text = ability.cut("  " + ability.shown(emptyText(of: panel, model)), to: width)
            return lines + [ViewLine(text, .dim)].prefix(room)
        }
        let top = max(min(selected - room / 2, count - room), 0)
        for row in top..<min(top + room, count) {
            let isSelected = isActive && row == selected
            var line = ViewLine(mark(isSelected), .strong)
            line.append(self.row(row, of: panel, model, isSelected, width: width - line.columns))
            lines.append(line)
        }
        return lines
    }

    private func mark(_ isSelected: Bool) -> String {
        guard isSelected else { return "  " }
        return ability.isUnicode ? "▸ " : "> "
    }

    private func title(of panel: MonitorPanel, _ model: MonitorModel) -> String {
        var title = panel.title
        let count = model.count(of: panel)
        if count > 0 { title += " \(count)" }
        guard panel == .queue, let status = model.status else { return title }
        let modes = [
            ("repeat", status.isRepeating), ("single", status.isSingle),
            ("random", status.isRandom), ("consume", status.isConsuming),
        ].filter(\.1).map(\.0)
        if count > 0 {
            let seconds = model.queue.entries.reduce(0) { $0 + $1.seconds }
            title += "  \(TimeText.text(seconds: seconds, decimals: 0...0))"
        }
        return ([title] + modes).joined(separator: "  ")
    }

    private func emptyText(of panel: MonitorPanel, _ model: MonitorModel) -> String {
        switch panel {
        case .queue: "the queue is empty"
        case .strips: model.strips == nil ? "this daemon does not list its strips" : "no strips"
        case .tracks:
            switch model.tracks {
            case .none: "no file"
            case .reading: "reading the file"
            case .read: "no notes"
            case .unreadable(_, let reason): reason
            }
        }
    }

    private func row(
        _ row: Int,
        of panel: MonitorPanel,
        _ model: MonitorModel,
        _ isSelected: Bool,
        width: Int
    ) -> ViewLine {
        switch panel {
        case .tracks:
            guard let track = model.tracks.known?.tracks[row] else { return ViewLine() }
            return self.row(of: track, model).line(ability, isSelected: isSelected, width: width)
        case .strips:
            guard let strip = model.strips?[row] else { return ViewLine() }
            return line(of: strip, isSelected, width: width)
        case .queue:
            return line(ofEntry: row, model, isSelected, width: width)
        }
    }
}
