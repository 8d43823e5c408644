/// A level of the daemon's log.
public enum LogLevel: String, CaseIterable, Hashable, Sendable {
    /// Everything, for finding faults.
    case debug
    /// What the daemon does.
    case info
    /// What may be a problem.
    case warning
    /// What failed.
    case error
}
