import ControlProtocol
import TerminalUI
import Wording

/// The line at the bottom: the command that is typed, a message, or the most important keys.
extension MonitorView {
    /// The least rows of a window that shows the line without a message.
    private static let hintRows = 5

    func footer(
        _ model: MonitorModel,
        _ controls: MonitorControls,
        width: Int,
        rows: Int
    ) -> [ViewLine] {
        if let prompt = controls.prompt {
            let text = ability.shown(prompt.text, maximum: 4_096)
            let cursor = ability.isUnicode ? "▏" : "_"
            // The end is visible: that is where one types.
            var line = ViewLine(":", .strong)
            line.append(text.suffix(ofColumns: max(width - 2, 0)))
            line.append(width > 1 ? cursor : "", .strong)
            return [line]
        }
        if let message = model.message {
            let text = ability.cut(ability.shown(message.text), to: width)
            return [ViewLine(text, message.isError ? .alarm : .strong)]
        }
        guard rows >= Self.hintRows else { return [] }
        return [hint(model, controls, width: width)]
    }

    private func hint(
        _ model: MonitorModel,
        _ controls: MonitorControls,
        width: Int
    ) -> ViewLine {
        typealias Part = FittedLine.Part
        var parts = [
            Part("? keys", 90, .dim), Part("Tab panel", 70, .dim),
            Part(": command", 60, .dim), Part("q quit", 80, .dim),
        ]
        if let start = controls.loopStart {
            parts.append(Part("loop from \(start): ] ends it", 85, .strong))
        }
        if let role = model.role, role < .admin {
            parts.append(Part("role \(role.name)", 85, .warning))
        }
        return FittedLine(parts, ability).line(after: "", least: 0, width: width)
    }
}
