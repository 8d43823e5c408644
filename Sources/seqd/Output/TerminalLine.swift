import CommandSupport
import Glibc
import Platform
import TerminalUI
import Wording

/// A line on the terminal that is updated in place.
struct TerminalLine {
    /// Whether there is a terminal that can update a line.
    let isShown: Bool

    /// Makes a line on stderr.
    init(isShown: Bool) {
        self.isShown =
            isShown && Terminal.isTerminal(STDERR_FILENO) && Environment["TERM"] != "dumb"
    }

    /// Updates the line, cut to the terminal's width.
    func show(_ text: String) {
        guard isShown else { return }
        let columns = max(1, TerminalSize(of: STDERR_FILENO).columns - 1)
        Console.showLine(text.printable.cut(to: columns))
    }

    /// Leaves the line as it is, and begins the next one.
    func end() {
        Console.endLine(isRemoved: false)
    }

    /// Removes the line.
    func clear() {
        Console.endLine(isRemoved: true)
    }
}
