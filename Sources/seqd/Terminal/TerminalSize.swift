import Glibc
import Platform
import Wording

/// The size of a terminal in characters.
struct TerminalSize: Hashable, Sendable {
    var columns: Int
    var rows: Int

    /// Makes a size; at least one character.
    init(columns: Int, rows: Int) {
        self.columns = max(columns, 1)
        self.rows = max(rows, 1)
    }

    /// The size that a terminal has now; what it does not know comes from `$COLUMNS` and `$LINES`,
    /// else it is 80 by 24.
    init(of descriptor: Int32) {
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
        let columns = isKnown && size.ws_col > 0 ? Int(size.ws_col) : Self.variable("COLUMNS")
        let rows = isKnown && size.ws_row > 0 ? Int(size.ws_row) : Self.variable("LINES")
        self.init(columns: columns ?? 80, rows: rows ?? 24)
    }

    private static func variable(_ name: String) -> Int? {
        Environment[name].flatMap { Int($0) }.flatMap { 1...10_000 ~= $0 ? $0 : nil }
    }
}
