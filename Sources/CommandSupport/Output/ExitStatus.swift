/// The exit statuses of seqd; from 64 on they are those of sysexits.h.
package enum ExitStatus: Int32, Sendable {
    /// Success.
    case success = 0
    /// The command line has an unknown or contradictory part.
    case usage = 64
    /// The content of a file is invalid.
    case data = 65
    /// A file is missing or cannot be read.
    case noInput = 66
    /// A device or the daemon is unavailable, or lacks a requested feature.
    case unavailable = 69
    /// The program or a library has an internal fault.
    case `internal` = 70
    /// A file cannot be created.
    case cannotCreate = 73
    /// Reading or writing has failed midway.
    case io = 74
    /// Another program uses it; trying again later may help.
    case busy = 75
    /// The user lacks a permission.
    case notPermitted = 77
    /// The daemon does not answer in time; the number is that of timeout(1).
    case timedOut = 124
    /// SIGHUP: 128 + 1.
    case hungUp = 129
    /// SIGINT: 128 + 2, as in shells.
    case interrupted = 130
    /// SIGTERM: 128 + 15.
    case terminated = 143
}
