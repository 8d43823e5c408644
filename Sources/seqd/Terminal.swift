import Glibc
import Platform

/// What is known of a terminal behind a file descriptor.
enum Terminal {
    /// Whether a person is likely to look at what is written there.
    static func isTerminal(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1
    }

    /// The columns of the terminal: what it says, else `$COLUMNS`, else 80.
    static func columns(_ descriptor: Int32) -> Int {
        var size = winsize()
        if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
            return Int(size.ws_col)
        }
        if let text = Environment["COLUMNS"], let columns = Int(text), columns > 0 {
            return columns
        }
        return 80
    }

    /// How wide text for people should be on stdout: as the terminal, but not too narrow for a
    /// table and not too wide for the eye; 80 columns for a file or a pipe.
    static var textColumns: Int {
        guard isTerminal(STDOUT_FILENO) else { return 80 }
        return min(max(columns(STDOUT_FILENO), 60), 120)
    }

    /// How wide tables on stdout may be: as the terminal, but not too narrow for a table; `nil` for a
    /// file or a pipe, where nothing is cut.
    static var tableColumns: Int? {
        isTerminal(STDOUT_FILENO) ? max(columns(STDOUT_FILENO), 60) : nil
    }
}
