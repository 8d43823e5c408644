import CommandSupport
import ControlProtocol
import Glibc
import Platform
import TerminalUI

/// The terminal of the monitor: its view and its keys.
///
/// Main thread.
final class MonitorScreen {
    private let ability: TerminalAbility
    private let view: TerminalView
    private let mode: TerminalMode
    private var decoder = KeyDecoder()

    /// Finds the terminal.
    ///
    /// - Throws: Status 64 if stdin or stdout is not a terminal, or it cannot move its cursor.
    init() throws(CommandFailure) {
        guard Terminal.isTerminal(STDOUT_FILENO), Terminal.isTerminal(STDIN_FILENO),
            let mode = TerminalMode()
        else {
            let stream = Terminal.isTerminal(STDOUT_FILENO) ? "input" : "output"
            throw CommandFailure(
                .usage,
                "monitor: standard \(stream) is not a terminal; seqd ctl status prints the state"
            )
        }
        ability = TerminalAbility { Environment[$0] }
        guard ability.isMovable else {
            throw CommandFailure(
                .usage,
                "monitor: the terminal cannot move its cursor (TERM=\(Environment["TERM"] ?? "")); "
                    + "seqd ctl status prints the state"
            )
        }
        self.mode = mode
        view = TerminalView(ability, on: STDOUT_FILENO, isFullScreen: true)
    }

    /// The descriptor to wait on for keys; below 0 for none.
    var descriptor: Int32 { mode.descriptor }

    /// Whether the terminal was closed.
    var isHungUp: Bool { mode.isHungUp || !view.isUsable }

    /// The keys that were pressed since the last call; takes the terminal if that is possible.
    func keys() -> [Key] {
        if mode.enter() { view.invalidate() }
        return decoder.decode(mode.read(), now: .now)
    }

    /// Shows a model.
    func show(_ model: MonitorModel, _ controls: MonitorControls) {
        let size = view.size
        let lines = MonitorView(ability).lines(
            model,
            controls,
            columns: size.columns,
            rows: size.rows
        )
        view.show(lines)
    }

    /// The number of pages of the help in the window.
    func helpPageCount(_ model: MonitorModel) -> Int {
        let size = view.size
        return MonitorView(ability).helpPageCount(model, columns: size.columns, rows: size.rows)
    }

    /// Draws all anew.
    func redraw() {
        view.invalidate()
    }

    /// Restores the terminal as long as the process is stopped.
    func leave() {
        view.clear()
        mode.leave()
    }

    /// Restores the terminal for good.
    func end() {
        leave()
    }
}
