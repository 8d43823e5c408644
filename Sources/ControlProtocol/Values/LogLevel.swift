/// A level of the daemon's log.
public enum LogLevel: String, CaseIterable, Hashable, Sendable {
    /// Everything, for finding faults.
    case debug
    /// Normal activity of the daemon.
    case info
    /// A possible problem.
    case warning
    /// A failure.
    case error
}
