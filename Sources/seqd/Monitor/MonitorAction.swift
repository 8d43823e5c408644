import ControlProtocol

/// The effect of a key of the monitor.
enum MonitorAction: Hashable, Sendable {
    /// Asks the daemon.
    case ask(Request)
    /// Selects the row that is so many rows further down.
    case move(Int)
    /// Selects the first row, or the last.
    case moveToFirst
    case moveToLast
    case nextPanel
    /// Shows the help, its next page, or no help.
    case help
    /// Begins to type a command, whose start is there already.
    case prompt(String)
    /// Begins a loop at the position, of which the end comes later.
    case loopStart(String)
    /// Shows a message: the reason why a key has no effect.
    case say(String)
    case redraw
    case quit
}

extension MonitorAction {
    /// Asks the daemon for a command.
    static func ask(_ command: some ControlCommand) -> MonitorAction { .ask(Request(command)) }
}
