/// A character of a drawing on a terminal.
package struct TerminalCell: Hashable, Sendable {
    /// The colours.
    package enum Ink: Hashable, Sendable {
        /// Labels of axes.
        case label
        /// Lines of the grid.
        case faint
        /// Curves.
        case tone(PlotTrace.Tone)
        /// Two of xterm's 256 colours: of the upper and the lower half.
        case halves(UInt8, UInt8)
        /// The colour of text.
        case plain
    }

    /// The character, one column wide.
    package var character: Character
    /// The colour.
    package var ink: Ink

    /// Makes a cell.
    package init(_ character: Character, _ ink: Ink = .plain) {
        (self.character, self.ink) = (character, ink)
    }

    /// An empty cell.
    static let empty = TerminalCell(" ")
}
