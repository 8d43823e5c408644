import Glibc
import Platform

/// The size of a terminal in characters.
package struct TerminalSize: Hashable, Sendable {
    /// The width.
    package var columns: Int
    /// The height.
    package var rows: Int

    /// Makes a size; at least one character.
    package init(columns: Int, rows: Int) {
        self.columns = max(columns, 1)
        self.rows = max(rows, 1)
    }

    /// The present size of a terminal; if that is unknown, `$COLUMNS` and `$LINES`, 80 by 24 by
    /// default.
    package init(of descriptor: Int32) {
        var size = winsize()
        let isKnown = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
        let columns = isKnown && size.ws_col > 0 ? Int(size.ws_col) : Self.variable("COLUMNS")
        let rows = isKnown && size.ws_row > 0 ? Int(size.ws_row) : Self.variable("LINES")
        self.init(columns: columns ?? 80, rows: rows ?? 24)
    }

    private static func variable(_ name: String) -> Int? {
        Environment[name].flatMap { Int($0) }.flatMap { 1...10_000 ~= $0 ? $0 : nil }
    }
}
