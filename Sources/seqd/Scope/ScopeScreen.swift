import CommandSupport
import Glibc
import Platform
import Scope
import TerminalUI

/// The terminal of the live scope: its view and its keys.
///
/// Main thread.
final class ScopeScreen {
    private let ability: TerminalAbility
    private let view: TerminalView
    private let mode: TerminalMode
    private let lines: ScopeLines
    private var decoder = KeyDecoder()

    /// Finds the terminal.
    ///
    /// - Throws: Status 64 if stdin or stdout is not a terminal, or it cannot show the dots.
    init() throws(CommandFailure) {
        guard Terminal.isTerminal(STDOUT_FILENO), Terminal.isTerminal(STDIN_FILENO),
            let mode = TerminalMode()
        else {
            let stream = Terminal.isTerminal(STDOUT_FILENO) ? "input" : "output"
            throw CommandFailure(
                .usage,
                "scope: standard \(stream) is not a terminal, expected one for the sound of a "
                    + "daemon; seqd scope FILE --output OUT.svg draws a file"
            )
        }
        ability = TerminalAbility { Environment[$0] }
        guard ability.isMovable else {
            throw CommandFailure(
                .usage,
                "scope: the terminal cannot move its cursor (TERM=\(Environment["TERM"] ?? ""))"
            )
        }
        try ability.checkDots()
        self.mode = mode
        view = TerminalView(ability, on: STDOUT_FILENO, isFullScreen: true)
        lines = ScopeLines(ability)
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

    /// Shows a view.
    ///
    /// - Parameters:
    ///   - sound: The view.
    ///   - kind: Its kind.
    ///   - source: The name of the sound.
    ///   - notes: Texts that matter more than numbers.
    func show(
        _ sound: any ScopeView,
        _ kind: ScopeViewKind,
        of source: String,
        _ notes: [String]
    ) {
        let size = view.size
        var shown = lines.lines(
            sound,
            heading: lines.heading(kind, source, notes),
            columns: size.columns,
            rows: size.rows - 1
        )
        shown.append(footer(width: size.columns - 1))
        view.show(shown)
    }

    private func footer(width: Int) -> ViewLine {
        typealias Part = FittedLine.Part
        let parts = [
            Part("1-6 v view", 80, .dim), Part("space freeze", 70, .dim),
            Part("+ - zoom", 75, .dim), Part("r reset", 60, .dim), Part("q quit", 90, .dim),
        ]
        return FittedLine(parts, ability).line(after: "", least: 0, width: max(width, 0))
    }

    /// Draws all anew.
    func redraw() {
        view.invalidate()
    }

    /// Restores the terminal.
    func leave() {
        view.clear()
        mode.leave()
    }
}
