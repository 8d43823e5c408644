import Glibc

/// Facts about the terminal behind a file descriptor.
package enum Terminal {
    /// Whether the descriptor is a terminal, so that a person is likely to read it.
    package static func isTerminal(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1
    }

    /// The width of text on stdout in columns: that of the terminal within 60 and 120, so that
    /// tables fit and lines are easy to read; 80 for a file or a pipe.
    package static var textColumns: Int {
        guard isTerminal(STDOUT_FILENO) else { return 80 }
        return min(max(columns, 60), 120)
    }

    /// The greatest width of tables on stdout in columns: that of the terminal, at least 60; `nil`
    /// for a file or a pipe, where nothing is cut.
    package static var tableColumns: Int? {
        isTerminal(STDOUT_FILENO) ? max(columns, 60) : nil
    }

    private static var columns: Int { TerminalSize(of: STDOUT_FILENO).columns }
}
