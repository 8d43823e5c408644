/// The statuses that seqd exits with; from 64 on they are those of sysexits.h.
enum ExitStatus: Int32, Sendable {
    /// All was done.
    case success = 0
    /// The command line asks for something that does not exist or does not fit together.
    case usage = 64
    /// A file's content is wrong.
    case data = 65
    /// A file is not there or cannot be read.
    case noInput = 66
    /// A device or the daemon cannot be had, or not as asked.
    case unavailable = 69
    /// The program or a library failed in a way that no input explains.
    case `internal` = 70
    /// A file cannot be created.
    case cannotCreate = 73
    /// Reading or writing failed midway.
    case io = 74
    /// Somebody else is using it; trying again later may help.
    case busy = 75
    /// The user lacks a right.
    case notPermitted = 77
    /// SIGHUP: 128 + 1.
    case hungUp = 129
    /// SIGINT: 128 + 2, as a shell says it.
    case interrupted = 130
    /// SIGTERM: 128 + 15.
    case terminated = 143
}
